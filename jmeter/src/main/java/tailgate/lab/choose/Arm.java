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
 * @param workers at most, of a pool; null for other stages, and if the user has set it
 * @param sized whether this size is not the default
 * @param settled whether the server had settled before it counted; null if nobody looked
 * @param limit the highest rate that the generator can be believed at
 * @param steps of all climbs, in their order
 * @param after null if no rate held, if a larger pool was to be measured instead, or if the pace
 *     has no overload
 * @param rejecting the same with {@code --overload reject}; null if that was not measured
 * @param disturbance of the machine during the climbs; null in old files
 * @param log of its server; null in old results
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

  /** What a JVM needs that does nothing is a small part of this. */
  private static final double SURE_CORES = 0.25;

  /** The same at a rate at which it is little for a request. */
  private static final double LEAST_CORES = 0.1;

  private static final double OFTEN = 300;

  /** From this part of the highest rate at which it is believed, the generator may be late. */
  private static final double NEAR_LIMIT = 0.5;

  /** Steps from this share of the capacity on tell what a request needs there. */
  private static final double NEAR = 0.5;

  private static final long MOST_QUEUED = 1_048_576;

  public Arm {
    steps = List.copyOf(steps);
  }

  /** Before its server has ended, which then has a log. */
  Arm(
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
      @Nullable Disturbance disturbance) {
    this(
        stage,
        workers,
        sized,
        settled,
        limit,
        steps,
        capacity,
        after,
        rejecting,
        measured,
        disturbance,
        null);
  }

  /** The folder of its server below that of the run; empty if it is the same. */
  static String folder(boolean sized, @Nullable Integer workers) {
    return sized ? "workers-" + workers : "";
  }

  /** As {@code threadpool 100}. */
  public String name() {
    return name(stage, workers);
  }

  static String name(String stage, @Nullable Integer workers) {
    return workers == null ? stage : stage + " " + workers;
  }

  /** How long a request holds a worker on average when few others are there, in microseconds. */
  double heldMicros() {
    return all().filter(step -> step.answered() > 0).mapToDouble(Step::mean).min().orElse(0);
  }

  /**
   * Of a request, the median of all steps from half of the capacity up to it: in a short one, the
   * compiler of the JVM can use as much as the requests do. Empty if it was not sampled, or if the
   * server was so idle that it was mostly busy with itself.
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
   * Of a request, in the step in which it was the least, at any rate; empty if it was not sampled.
   * What a server does for itself only adds to it, and does so most while it is new or idle.
   */
  Optional<Double> leastCpuMicros() {
    return steps.stream().flatMap(step -> Stream.ofNullable(step.cpu())).min(Double::compare);
  }

  /** In use at the capacity; empty if it was not sampled, or if nothing held. */
  Optional<Double> cores() {
    return atCapacity().filter(step -> !capacity.isNone() && step.cpu() != null).map(Step::cores);
  }

  /** The step at the highest rate up to the capacity, or the lowest of all if nothing held. */
  Optional<Step> atCapacity() {
    Comparator<Step> byRate = Comparator.comparingDouble(Step::rate);
    return all()
        .filter(step -> step.rate() <= perSecond() && step.cpu() != null)
        .max(byRate)
        .or(() -> steps.stream().min(byRate));
  }

  /** All steps, those beyond the capacity too. */
  Stream<Step> all() {
    Stream<Step> more =
        after == null ? Stream.of() : Stream.of(after.half(), after.more(), after.twice());
    return Stream.concat(steps.stream(), more);
  }

  /**
   * Whether the generator was late by itself in the step that ended the climb, the lowest that
   * failed above the capacity, each time that it was made.
   */
  boolean isDoubtful(Objective objective) {
    List<Step> above =
        all().filter(step -> step.rate() > perSecond() && !step.holds(objective)).toList();
    double lowest = above.stream().mapToDouble(Step::rate).min().orElse(0);
    List<Step> last = above.stream().filter(step -> step.rate() == lowest).toList();
    return !last.isEmpty() && last.stream().allMatch(step -> step.isDoubtful(objective));
  }

  /** Why its figures may be wrong; empty if nothing says so. */
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

  /** Whether a step was at this part of the capacity. */
  boolean is(Step step, double part) {
    return Math.abs(step.rate() / (part * perSecond()) - 1) < 0.01;
  }

  /**
   * Whether the limit of the generator has ended the climb: the highest rate at which it can be
   * believed, a rate near that at which it was late, or all its connections.
   */
  boolean isAtLimit(Objective objective) {
    return capacity.atLeast() && (isNearLimit(perSecond()) || lacksConnections(objective));
  }

  /** Whether the generator had not as many connections as a rate needed. */
  boolean lacksConnections(Objective objective) {
    return steps.stream().anyMatch(step -> step.lacksConnections(objective));
  }

  /** Whether a rate is so high that the generator may be late: it hardly tells candidates apart. */
  boolean isNearLimit(double rate) {
    return rate > NEAR_LIMIT * limit;
  }

  /** The same with what was found out with {@code --overload reject}. */
  Arm rejecting(Aftermath its) {
    return new Arm(
        stage,
        workers,
        sized,
        settled,
        limit,
        steps,
        capacity,
        after,
        its,
        measured,
        disturbance,
        log);
  }

  /** Returns the same arm with the log of its server. */
  Arm logged(ServerLog its) {
    return new Arm(
        stage,
        workers,
        sized,
        settled,
        limit,
        steps,
        capacity,
        after,
        rejecting,
        measured,
        disturbance,
        its);
  }

  /**
   * How many requests may wait for a worker: those that are answered within the objective after
   * all; at least 1.
   */
  int queueFor(Objective objective) {
    double wait = Math.max(0, objective.micros() - heldMicros());
    return (int) Math.clamp(perSecond() * wait / 1e6, 1, MOST_QUEUED);
  }

  double perSecond() {
    return capacity.estimate();
  }
}
