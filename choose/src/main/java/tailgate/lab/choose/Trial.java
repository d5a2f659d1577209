package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.Failures;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Recovery;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.stats.SteadyState;

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

  /** The warm-up begins with so many users. */
  private static final int FEWEST_USERS = 8;

  private static final int MOST_USERS = 1_000;

  /** So many rounds at most have more users each; then comes what is left of the time. */
  private static final int ROUNDS = 8;

  /** If fewer than there are users were answered in a second, there are so many times more next. */
  private static final int MANY_MORE = 8;

  /** If less than this part of the users is being served (Little's law), the others wait. */
  private static final double MOST_SERVED = 0.5;

  /**
   * A request that takes longer, in seconds, is its handler's more than the server's: few users
   * find out what the server can do with it, also if no code is compiled yet.
   */
  private static final double LONG = 0.0005;

  /** If less than this part of the users is being served with long requests, more wait in vain. */
  private static final double FEW_SERVED = 0.25;

  /**
   * A request that computes for longer, in microseconds, has to share its core: the kernel divides
   * the time among all who compute, so that even the fastest of them waits for the others.
   */
  private static final double SLICE = 2_000;

  /** From this part of the processor time of the cores on, more who compute wait in vain. */
  private static final double MOST_BUSY = 0.8;

  /** If a round has answered less than so many times what the one before did, it is busy. */
  private static final double GROWS = 1.3;

  /**
   * The steps of a repeated climb, as powers of the resolution. What comes next is never the
   * neighbour of a rate: a hiccup of the machine that two steps have noticed is none of the server.
   */
  private static final List<Integer> AROUND = List.of(-4, 0, 4, -1, 2, -2, 1);

  private static final double WORSE = 1.5;

  /** Requests that have a median. */
  private static final int SOME = 3;

  /** Up to this part of the guess, most requests do not wait for others. */
  private static final double MOST_ALONE = 0.5;

  /** A server whose code is not compiled yet may do so many times what the warm-up has shown. */
  private static final double MOST_ABOVE_GUESS = 2;

  /** A server may do so many times what the first rounds of the warm-up alone have shown. */
  private static final double MOST_ABOVE_FIRST_ROUNDS = 4;

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

  private double guess;
  private double limit;
  private @Nullable SteadyState settled;

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
  }

  /**
   * Warms the server, and finds out roughly what it can do.
   *
   * @throws LabException if nobody was answered, with the reason
   */
  void warm(Lead lead) throws IOException, LabException, InterruptedException {
    boolean isOurs = driver.most().isEmpty();
    Driven result = isOurs ? warmByUsers(lead) : warmByRate();
    if (guess == 0 && !isRefused(result)) {
      Duration patience = ChoosePlan.TIMEOUT.multipliedBy(2); // a request may take longer than all
      result =
          isOurs
              ? closed(FEWEST_USERS, patience)
              : even((double) FEWEST_USERS / patience.toSeconds(), patience);
      guess = answersOf(result);
    }
    if (guess == 0) {
      throw new LabException(unanswered(result));
    }
  }

  /**
   * Warms the server with few users, and then with as many as it has answered in a second, until
   * more users bring no more answers. So nobody waits for much longer than a second, and nothing is
   * left in the server when the load is over. If that are no more users, as with requests that take
   * a second, it tries eight times as many, unless most of them would wait for the others already;
   * nor are there more users for a handler that takes its time, such as a computation, if three
   * quarters wait, or if it keeps the cores busy. If more users bring no more answers (a thousand
   * new threads on one core leave the compiler no time), it goes back. What is left of the time
   * goes to the last users; there is no such rest for a server that is far behind, because the
   * climb is to find only the magnitude of what it can do.
   */
  private Driven warmByUsers(Lead lead) throws IOException, LabException, InterruptedException {
    int users = FEWEST_USERS;
    int fewer;
    double before;
    int rounds = 0;
    double fastest = Double.MAX_VALUE;
    boolean isFull;
    Driven result;
    guess = 0;
    do {
      before = guess;
      fewer = users;
      users = rounds == 0 ? users : nextUsers(before, users);
      boolean isLast = users == MOST_USERS;
      result = closed(users, isLast ? rest(rounds) : plan.round());
      guess = answersOf(result);
      fastest = Math.min(fastest, fastestSeconds(result));
      isFull = isFull(users, fastest) || computes(result);
      rounds++;
    } while (!isFull && mayDoMore(before, users, rounds));
    boolean isWarm = users == MOST_USERS && guess * GROWS > before;
    double found = Math.max(before, guess);
    if (isWarm || (guess > 0 && lead.isOutOfReach(found * MOST_ABOVE_FIRST_ROUNDS))) {
      guess = found;
      return result;
    }
    users = guess <= before ? fewer : users;
    result = closed(users, rest(rounds));
    guess = answersOf(result);
    if (guess == 0) {
      guess = found; // it is still busy with what came before
    }
    return result;
  }

  /**
   * Warms a server that may not be flooded: the rate is doubled until the server does not follow it
   * twice, because it may be cold the first time, or until the highest rate at which it may be
   * asked. What is left of the time goes to most of what it has answered.
   */
  private Driven warmByRate() throws IOException, LabException, InterruptedException {
    double rate = Math.min(limit, 2e3 * FEWEST_USERS / plan.round().toMillis());
    int rounds = 0;
    int missed = 0;
    boolean isOver;
    Driven result;
    do {
      // A low rate takes longer to have as many requests.
      long millis = Math.max(plan.round().toMillis(), Math.round(2e3 * FEWEST_USERS / rate));
      result = even(rate, Duration.ofMillis(millis));
      guess = Math.max(guess, answersOf(result));
      boolean isFollowed = answersOf(result) > MOST_SERVED * rate;
      missed = isFollowed ? 0 : missed + 1;
      isOver = missed > 1 || (isFollowed && rate >= limit) || isRefused(result);
      rate = isFollowed ? Math.min(2 * rate, limit) : rate;
      rounds++;
    } while (!isOver);
    if (guess > 0) {
      result = even(Math.min(MOST_ALONE * guess, limit), rest(rounds));
      guess = Math.max(guess, answersOf(result));
    }
    return result;
  }

  /**
   * Returns whether so many users already wait for one another, by Little's law.
   *
   * @param fastest what a request takes at least, in seconds
   */
  private boolean isFull(int users, double fastest) {
    double served = guess * fastest;
    return guess < users
        ? served < MOST_SERVED * users
        : fastest >= LONG && served < FEW_SERVED * users;
  }

  /** Returns whether the server's cores have nothing left for more users, who compute for long. */
  private boolean computes(Driven closed) {
    @Nullable Double cpu = new Steps(closed, plan, 0).of(Kind.STEADY).get(0).cpu();
    return cpu != null && cpu >= SLICE && cpu * guess / 1e6 >= MOST_BUSY * plan.cores();
  }

  /** Returns what is left of the warm-up after so many rounds. */
  private Duration rest(int rounds) {
    return plan.warmUp(rounds).minus(plan.round().multipliedBy(rounds));
  }

  /** Whether requests have failed, and not for want of time: more of it would bring no answer. */
  private static boolean isRefused(Driven warmUp) {
    Map<String, Long> causes = failures(warmUp).byCause();
    return answersOf(warmUp) == 0 && !causes.isEmpty() && !causes.containsKey(Failures.NO_ANSWER);
  }

  private static Failures failures(Driven warmUp) {
    return Objects.requireNonNullElse(warmUp.first(Kind.STEADY).failures(), Failures.NONE);
  }

  private static String unanswered(Driven warmUp) {
    Figures figures = warmUp.first(Kind.STEADY).figures();
    Set<String> causes = failures(warmUp).byCause().keySet();
    return format(
        "no request succeeded in the warm-up: of %,d requests %,d failed%s%s",
        figures.failed() + figures.missing(),
        figures.failed(),
        causes.isEmpty() ? "" : " (" + String.join(", ", causes) + ")",
        figures.missing() == 0
            ? ""
            : format(
                ", and %,d had no answer after %d s",
                figures.missing(), ChoosePlan.TIMEOUT.toSeconds()));
  }

  private boolean mayDoMore(double before, int users, int rounds) {
    return rounds < ROUNDS && guess > before * GROWS && nextUsers(guess, users) > users;
  }

  /**
   * Returns the number of users for the next round.
   *
   * @param perSecond what so many users have brought
   */
  private static int nextUsers(double perSecond, int users) {
    return (int) Math.min(perSecond > users ? perSecond : MANY_MORE * users, MOST_USERS);
  }

  private Driven closed(int users, Duration time)
      throws IOException, LabException, InterruptedException {
    Driven result = drive("warm-up", loads.closed(users, time));
    settled = plan.isThorough() ? WarmUpWindows.settled(result) : null;
    return result;
  }

  private Driven even(double rate, Duration time)
      throws IOException, LabException, InterruptedException {
    return drive("warm-up", loads.even(rate, time));
  }

  private static double answersOf(Driven closed) {
    SegmentResult steady = closed.first(Kind.STEADY);
    return steady.answeredInTime() * 1e3 / steady.segment().millis();
  }

  /** Returns what a request takes at least; 0 if none was answered. */
  private static double fastestSeconds(Driven closed) {
    Histogram latencies = closed.latencies().get(closed.first(Kind.STEADY).segment().label());
    return latencies == null || latencies.getTotalCount() == 0 ? 0 : latencies.getMinValue() / 1e6;
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
    return guess;
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
    boolean isBehind = lead.isOutOfReach(guess * MOST_ABOVE_GUESS);
    double factor = isBehind ? Climb.FACTOR * Climb.FACTOR : Climb.FACTOR;
    Climb rough = climb(Climb.to(guess, limit, factor * 1.001));
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
        .filter(step -> step.answered() >= SOME && step.rate() < MOST_ALONE * guess)
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
        settled,
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
