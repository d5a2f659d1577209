package tailgate.lab.choose;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.Measurement;
import tailgate.lab.stats.SteadyState;

/**
 * What was found out about a stage with one size of its pool.
 *
 * @param workers the most workers of a pool; null for other stages, and if the user has set it
 * @param sized whether this size is not the default
 * @param settled whether the server had settled before it counted; null if nobody looked
 * @param limit the highest rate at which the generator can be believed
 * @param steps the steps of all climbs, in their order
 * @param after the overload; null if no rate held, if a larger pool was to be measured instead, or
 *     if the pace has no overload
 * @param rejecting the overload with {@code --overload reject}; null if that was not measured
 * @param disturbance what disturbed the machine during the climbs; null in old files
 * @param log the log of the server; null before it has ended, and in old results
 */
public record Arm(
    String stage,
    @Nullable Integer workers,
    boolean sized,
    @Nullable SteadyState settled,
    double limit,
    List<Step> steps,
    Capacity capacity,
    @Nullable Aftermath after,
    @Nullable Aftermath rejecting,
    Measurement measured,
    @Nullable Disturbance disturbance,
    @Nullable ServerLog log) {

  /** A server that uses fewer cores may mostly be busy with its own JVM. */
  private static final double SURE_CORES = 0.25;

  /** This is the limit at {@link #OFTEN} requests a second, where the JVM adds little to each. */
  private static final double LEAST_CORES = 0.1;

  private static final double OFTEN = 300;

  /** The generator may be late from this part of the highest rate at which it is believed. */
  private static final double NEAR_LIMIT = 0.5;

  /** Steps from this share of the capacity on tell what a request needs there. */
  private static final double NEAR = 0.5;

  /** Steps from this share of the capacity on show what a request waits for there. */
  private static final double HIGH = 0.75;

  private static final long MOST_QUEUED = 1_048_576;

  public Arm {
    steps = List.copyOf(steps);
  }

  /** Names the folder of a server below that of the run; it is empty if they are the same. */
  static String folder(boolean sized, @Nullable Integer workers) {
    return sized ? "workers-" + workers : "";
  }

  /** Returns the name, as {@code threadpool 100}. */
  public String name() {
    return name(stage, workers);
  }

  static String name(String stage, @Nullable Integer workers) {
    return workers == null ? stage : stage + " " + workers;
  }

  /** Returns the mean microseconds that a request holds a worker when few others are there. */
  double heldMicros() {
    return all().filter(step -> step.answered() > 0).mapToDouble(Step::mean).min().orElse(0);
  }

  /**
   * Returns the processor time of a request, the median of all steps from half of the capacity up
   * to it: in a short one, the compiler of the JVM can use as much as the requests do. Empty if it
   * was not sampled, or if the server was so idle that it was mostly busy with itself.
   */
  Optional<Double> cpuMicros() {
    List<Double> sorted =
        all()
            .filter(step -> step.rate() >= NEAR * perSecond() && step.rate() <= perSecond())
            .filter(step -> step.cores() >= (step.rate() >= OFTEN ? LEAST_CORES : SURE_CORES))
            .flatMap(step -> Stream.ofNullable(step.cpu()))
            .sorted()
            .toList();
    int middle = sorted.size() / 2;
    return sorted.isEmpty()
        ? Optional.empty()
        : Optional.of((sorted.get(middle) + sorted.get((sorted.size() - 1) / 2)) / 2);
  }

  /**
   * Returns the processor time of a request in the step in which it was least; empty if not
   * sampled. What a server does for itself only adds to it, and does so most while it is new or
   * idle.
   */
  Optional<Double> leastCpuMicros() {
    return steps.stream().flatMap(step -> Stream.ofNullable(step.cpu())).min(Double::compare);
  }

  /** Returns the cores in use at the capacity; empty if not sampled, or if nothing held. */
  Optional<Double> cores() {
    return atCapacity().filter(step -> !capacity.isNone() && step.cpu() != null).map(Step::cores);
  }

  /** Returns the step at the highest rate up to the capacity, or the lowest if nothing held. */
  Optional<Step> atCapacity() {
    Comparator<Step> byRate = Comparator.comparingDouble(Step::rate);
    return all()
        .filter(step -> step.rate() <= perSecond() && step.cpu() != null)
        .max(byRate)
        .or(() -> steps.stream().min(byRate));
  }

  /** Returns all steps, those beyond the capacity too. */
  Stream<Step> all() {
    Stream<Step> overload = after == null ? Stream.of() : after.steps();
    return Stream.concat(steps.stream(), overload);
  }

  /** Returns the steps that the server nearly could do, or just so. */
  Stream<Step> nearCapacity() {
    return all().filter(step -> step.rate() >= HIGH * perSecond() && step.rate() <= perSecond());
  }

  /**
   * Returns whether the generator was late by itself in the step that ended the climb, the lowest
   * that failed above the capacity, each time that it was made.
   */
  boolean isDoubtful(Objective objective) {
    List<Step> above =
        all().filter(step -> step.rate() > perSecond() && !step.holds(objective)).toList();
    double lowest = above.stream().mapToDouble(Step::rate).min().orElse(0);
    List<Step> last = above.stream().filter(step -> step.rate() == lowest).toList();
    return !last.isEmpty() && last.stream().allMatch(step -> step.isDoubtful(objective));
  }

  /** Says why the figures of this arm may be wrong; empty if nothing says so. */
  Set<Flaw> flaws(Objective objective) {
    Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
    if (disturbance != null && disturbance.degree() == Disturbance.Degree.TOO_MUCH) {
      flaws.add(Flaw.DISTURBED);
    }
    if (isDoubtful(objective) && !isAtLimit(objective)) {
      flaws.add(Flaw.GENERATOR_LATE);
    }
    if (after != null && is(after.half(), 0.5) && !after.half().holds(objective)) {
      flaws.add(Flaw.CONTRADICTED);
    }
    return flaws;
  }

  /** Returns whether a step was at this part of the capacity. */
  boolean is(Step step, double part) {
    return Math.abs(step.rate() / (part * perSecond()) - 1) < 0.01;
  }

  /**
   * Returns whether the limit of the generator has ended the climb: the highest rate at which it
   * can be believed, a rate near that at which it was late, or all its connections.
   */
  boolean isAtLimit(Objective objective) {
    return capacity.atLeast() && (isNearLimit(perSecond()) || lacksConnections(objective));
  }

  /** Returns whether the generator had fewer connections than a rate needed. */
  boolean lacksConnections(Objective objective) {
    return steps.stream().anyMatch(step -> step.lacksConnections(objective));
  }

  /** Returns whether the generator may be late at a rate, and so hardly tells candidates apart. */
  boolean isNearLimit(double rate) {
    return rate > NEAR_LIMIT * limit;
  }

  /** Returns the arm with what was found out with {@code --overload reject}. */
  Arm rejecting(Aftermath overload) {
    return with(steps, overload, log);
  }

  Arm logged(ServerLog serverLog) {
    return with(steps, rejecting, serverLog);
  }

  Arm and(List<Step> further) {
    return with(Stream.concat(steps.stream(), further.stream()).toList(), rejecting, log);
  }

  private Arm with(List<Step> all, @Nullable Aftermath overload, @Nullable ServerLog serverLog) {
    return new Arm(
        stage,
        workers,
        sized,
        settled,
        limit,
        all,
        capacity,
        after,
        overload,
        measured,
        disturbance,
        serverLog);
  }

  /**
   * Returns how many requests may wait for a worker: those that are answered within the objective
   * after all; at least 1.
   */
  int queueFor(Objective objective) {
    double wait = Math.max(0, objective.micros() - heldMicros());
    return (int) Math.clamp(perSecond() * wait / 1e6, 1, MOST_QUEUED);
  }

  double perSecond() {
    return capacity.estimate();
  }
}
