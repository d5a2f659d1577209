package tailgate.lab.choose;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Recovery;
import tailgate.lab.load.Segment.Kind;

/**
 * What is done with one server:
 *
 * <pre>
 *   warm ──► climb ──► (climb again, around what was found) ──► overload
 * </pre>
 *
 * The loads are driven by somebody else, so that this can be tested with a server that is computed.
 * Confined to one thread.
 */
final class Trial {

  /** The limit of a generator that nobody has measured. */
  private static final double UNKNOWN_LIMIT = 1_000_000;

  /**
   * The steps of a repeated climb, as powers of the resolution. What comes next is never the
   * neighbour of a rate: a hiccup of the machine that two steps have noticed is none of the server.
   */
  private static final List<Integer> AROUND = List.of(-4, 0, 4, -1, 2, -2, 1);

  private static final double WORSE = 1.5;

  /** Requests that have a median. */
  private static final int SOME = 3;

  /** A server whose code is not compiled yet may do so many times what the warm-up has shown. */
  private static final double MOST_ABOVE_GUESS = 2;

  private final ChoosePlan plan;
  private final Loads loads;
  private final Driver driver;

  /** The highest rate at which the server may be asked at any time. */
  private final double most;

  private final List<Step> steps = new ArrayList<>();

  /** Counts the loads. This and all that follows is confined to the thread of the trial. */
  private int driven;

  /** The time that was spent in open loads. */
  private Duration climbed = Duration.ZERO;

  /** What disturbed the machine in all open loads; null before the first. */
  private @Nullable Disturbance disturbance;

  private final TrialWarmUp warmUp;

  private double limit;

  /** The last open load, and the part of it that counts. */
  private @Nullable Driven last;

  private Kind counted = Kind.STEADY;

  /** Prepares a trial in this block, from 1, on connections that are used again or not. */
  Trial(ChoosePlan plan, boolean keepAlive, int block, Driver driver) {
    this.plan = plan;
    this.driver = driver;
    loads = new Loads(plan, keepAlive, block);
    most = driver.most().orElse(Double.MAX_VALUE);
    limit = Math.min(most, UNKNOWN_LIMIT);
    warmUp =
        new TrialWarmUp(
            plan, loads, load -> drive("warm-up", load), () -> limit, driver.most().isEmpty());
  }

  /**
   * Warms the server, and finds out roughly what it can do.
   *
   * @throws LabException if nobody was answered, with the reason
   */
  void warm(Lead lead) throws IOException, LabException, InterruptedException {
    warmUp.warm(lead);
  }

  private Driven drive(String name, LoadSpec load)
      throws IOException, LabException, InterruptedException {
    driven++;
    Driven result = driver.drive(name + "-" + driven, load);
    Double ceiling = result.load().health().ceilingPerSecond();
    if (ceiling != null) {
      limit = Math.min(most, Health.MOST_OF_CEILING * ceiling); // higher once it is certain
    }
    return result;
  }

  double guess() {
    return warmUp.guess();
  }

  /**
   * Looks for the capacity.
   *
   * @param lead if this one is out of reach, the first look is for little more than its magnitude
   * @param enough whether a rough result is enough; then the full form searches to its resolution,
   *     once. It is in the quick form, too, if a step has few requests: then it says no more
   */
  Capacity climb(Lead lead, Predicate<Capacity> enough)
      throws IOException, LabException, InterruptedException {
    boolean isBehind = lead.isOutOfReach(guess() * MOST_ABOVE_GUESS);
    double factor = isBehind ? Climb.FACTOR * Climb.FACTOR : Climb.FACTOR;
    Climb rough = climb(Climb.to(guess(), limit, factor * 1.001));
    Capacity capacity = Capacity.of(rough);
    boolean isEnough = enough.test(capacity);
    boolean isRough = isEnough || !plan.hasEnough(capacity.estimate());
    if (capacity.isNone() || (isRough && !plan.isThorough())) {
      return capacity;
    }
    Climb fine = climb(rough.until(plan.resolution()));
    capacity = Capacity.of(fine);
    double around = capacity.held().get(0); // a rate that all candidates try
    int repeats = isEnough || fine.isAtLimit() ? 0 : plan.pace().repeats();
    for (int i = 0; i < repeats && hasTime(); i++) {
      capacity = capacity.and(again(around));
    }
    return capacity;
  }

  /** Looks again, around a rate that the server held although it was to be an overload. */
  Capacity climbFrom(double rate) throws IOException, LabException, InterruptedException {
    return Capacity.of(climb(Climb.to(Math.min(rate, limit), limit, plan.resolution())));
  }

  /** Climbs until there is a rate that held and one that failed, and closer if there is time. */
  private Climb climb(Climb from) throws IOException, LabException, InterruptedException {
    Climb climb = from;
    List<Double> rates = climb.next();
    for (; !rates.isEmpty() && (hasTime() || !climb.isSettled()); rates = climb.next()) {
      climb = saw(climb, steps(rates)).upTo(limit);
      if (climb.held().isEmpty() && isTooSlowAlone()) {
        break;
      }
    }
    return climb;
  }

  /** Whether half of the requests missed the objective at the lowest rate, which is no burden. */
  private boolean isTooSlowAlone() {
    return steps.stream()
        .filter(step -> step.answered() >= SOME && step.rate() < TrialWarmUp.MOST_ALONE * guess())
        .min(Comparator.comparingDouble(Step::rate))
        .filter(lowest -> lowest.p50() > plan.objective().micros())
        .isPresent();
  }

  private boolean hasTime() {
    return climbed.compareTo(plan.climbing()) < 0;
  }

  private Climb saw(Climb from, List<Step> made) {
    Climb climb = from;
    for (Step step : made) {
      boolean isSure = !step.isDoubtful(plan.objective());
      // In a short step a queue that grows may end below the objective.
      double used =
          plan.isThorough() ? (double) step.tail() / plan.objective().micros() : Double.NaN;
      climb = climb.saw(step.rate(), step.holds(plan.objective()), isSure, used);
    }
    return climb;
  }

  /**
   * Makes a step of each rate. Those that fail are made again, once, if the generator itself was
   * late in the lowest of them, because then they say nothing about the server.
   */
  private List<Step> steps(List<Double> rates)
      throws IOException, LabException, InterruptedException {
    List<Step> made = new ArrayList<>(step(rates));
    List<Step> failed =
        made.stream()
            .filter(step -> !step.holds(plan.objective()))
            .sorted(Comparator.comparingDouble(Step::rate))
            .toList();
    boolean isLate = !failed.isEmpty() && failed.get(0).isLate(plan.objective());
    List<Double> again = isLate ? failed.stream().map(Step::rate).toList() : List.of();
    if (!again.isEmpty()) {
      made.addAll(step(again));
    }
    return made;
  }

  /** Makes one more climb, of small steps around a rate. */
  private Capacity again(double around) throws IOException, LabException, InterruptedException {
    List<Double> rates = new ArrayList<>();
    for (int power : AROUND) {
      double rate = around * Math.pow(plan.resolution(), power);
      rates.add(Math.min(limit, Climb.common(rate)));
    }
    Climb climb =
        saw(Climb.to(around, limit, plan.resolution()), steps(rates.stream().distinct().toList()));
    if (climb.isBracketed() || climb.isAtLimit()) {
      return Capacity.of(climb);
    }
    if (climb.held().isPresent()) {
      double highest = climb.held().getAsDouble();
      return new Capacity(List.of(highest), List.of(highest * Climb.FACTOR), false); // or higher
    }
    double lowest = Collections.min(rates);
    return new Capacity(List.of(lowest / Climb.FACTOR), List.of(lowest), false); // or still lower
  }

  private List<Step> step(List<Double> rates)
      throws IOException, LabException, InterruptedException {
    LoadSpec load = steps.isEmpty() ? loads.firstSteps(rates) : loads.steps(rates);
    Driven result = drive("climb", load);
    double share = (double) climbed.toMillis() / climbed.plus(load.duration()).toMillis();
    disturbance =
        disturbance == null ? result.disturbance() : disturbance.and(share, result.disturbance());
    climbed = climbed.plus(load.duration());
    steps.addAll(new Steps(result, plan, 0).of(Kind.QUIET));
    List<Step> made = new Steps(result, plan, aloneMicros()).of(Kind.STEADY);
    steps.addAll(made);
    last = result;
    counted = Kind.STEADY;
    return made;
  }

  /** Returns what a request took in the first step; 0 if there is none yet. */
  private double aloneMicros() {
    return steps.isEmpty() ? 0 : steps.getFirst().mean();
  }

  /** Returns whether there is an overload at this capacity: with enough requests, and allowed. */
  boolean overloads(double capacity) {
    return plan.overloads(capacity) && loads.mostOverload(capacity) <= most;
  }

  /** Drives half of the capacity, what is above it, and half of it again. */
  Aftermath overload(double capacity) throws IOException, LabException, InterruptedException {
    LoadSpec load = loads.overload(capacity);
    Driven result = drive("overload", load);
    last = result;
    counted = Kind.QUIET;
    Steps found = new Steps(result, plan, aloneMicros());
    List<Step> spikes = found.of(Kind.SPIKE);
    long recovery = load.segments().getLast().millis();
    long end = load.duration().toMillis() - recovery;
    OptionalLong recovered =
        Recovery.millis(
            result.load().timeline(),
            end,
            end + recovery,
            WORSE * result.first(Kind.QUIET).figures().p99());
    return new Aftermath(
        found.of(Kind.QUIET).get(0),
        spikes.get(0),
        spikes.size() > 1 ? spikes.get(1) : null,
        recovered.isPresent() ? recovered.getAsLong() : null,
        recovery);
  }

  /** Returns all that was found out. */
  Arm arm(
      String stage,
      @Nullable Integer workers,
      boolean sized,
      Capacity capacity,
      @Nullable Aftermath after) {
    Driven counting = Objects.requireNonNull(last, "a climb has come before");
    return new Arm(
        stage,
        workers,
        sized,
        warmUp.settled(),
        limit,
        List.copyOf(steps),
        capacity,
        after,
        null,
        counting.measurement(Arm.name(stage, workers), counted),
        disturbance == null || Double.isNaN(disturbance.foreign()) ? null : disturbance,
        null);
  }
}
