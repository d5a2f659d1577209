package tailgate.lab.choose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import tailgate.lab.load.TailBreakdown;
import tailgate.lab.summary.WhySlow;

/**
 * A candidate: a stage with one size of its pool, over all blocks.
 *
 * @param arms the arms of the candidate, at least one
 */
record Row(String name, Capacity capacity, List<Arm> arms) {

  /** Returns the candidates in the order of their stages, without the A/A arm. */
  static List<Row> of(List<ChooseResult> results, List<String> stages) {
    Map<String, List<Arm>> byName = new LinkedHashMap<>();
    results.stream()
        .filter(result -> !result.run().twin())
        .sorted(Comparator.comparingInt(result -> stages.indexOf(result.run().stage())))
        .flatMap(result -> result.arms().stream())
        .forEach(arm -> byName.computeIfAbsent(group(arm), name -> new ArrayList<>()).add(arm));
    return byName.values().stream().map(Row::of).toList();
  }

  /** Names a group of arms: the size that Little's law asks for differs from block to block. */
  private static String group(Arm arm) {
    return arm.stage() + (arm.sized() ? " sized" : "");
  }

  static Row of(List<Arm> arms) {
    Capacity all = arms.stream().map(Arm::capacity).reduce(Capacity::and).orElse(Capacity.NONE);
    return new Row(middle(arms).name(), all, arms);
  }

  /** Returns the arm with the median capacity of several blocks. */
  private static Arm middle(List<Arm> arms) {
    List<Arm> sorted = new ArrayList<>(arms);
    sorted.sort(Comparator.comparingDouble(Arm::perSecond));
    return sorted.get(sorted.size() / 2);
  }

  Arm arm() {
    return middle(arms);
  }

  String stage() {
    return arm().stage();
  }

  double perSecond() {
    return capacity.estimate();
  }

  /** Returns whether a larger pool was measured as well, and so this one only roughly. */
  boolean isRough(List<Row> rows) {
    return !arm().sized()
        && rows.stream().anyMatch(row -> row.arm().sized() && row.stage().equals(stage()));
  }

  double heldMicros() {
    return arm().heldMicros();
  }

  /**
   * Returns the most microseconds that a request can take: candidates that serve one after the
   * other would have answered fewer (the utilization law). Infinite without such candidates. What a
   * few requests take at a low rate can be more, because the JVM is still compiling then.
   *
   * @param cores the number of cores of the server
   */
  static double mostHeldMicros(List<Row> rows, int cores) {
    return rows.stream()
        .filter(row -> !row.capacity().isNone())
        .mapToDouble(
            row ->
                switch (row.stage()) {
                  case "singlethreaded" -> 1e6 / row.perSecond();
                  case "event-loop" -> cores * 1e6 / row.perSecond();
                  default -> Double.POSITIVE_INFINITY;
                })
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * Returns the most that it can answer by what it is, in requests per second: each worker, reactor
   * or thread serves one request after the other. Infinite if it has no such number.
   */
  double mostPerSecond(int cores) {
    Integer workers = arm().workers();
    double each = 1e6 / Math.max(1, heldMicros());
    double most =
        switch (stage()) {
          case "singlethreaded" -> each;
          case "event-loop" -> cores * each;
          default -> workers == null ? Double.POSITIVE_INFINITY : workers * each;
        };
    // Few requests say what one takes, so this is no sharp bound; one that was passed is none.
    return perSecond() > most ? Double.POSITIVE_INFINITY : most;
  }

  /** Returns the flaws that most of its arms have. */
  Set<Flaw> flaws(Objective objective) {
    Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
    for (Flaw flaw : Flaw.values()) {
      if (isSoForMost(arm -> arm.flaws(objective).contains(flaw))) {
        flaws.add(flaw);
      }
    }
    return flaws;
  }

  /**
   * Returns whether it failed at least as often as it held, at the rates up to the capacity: then
   * the rate that held has held by chance. The generator was in time.
   */
  boolean failsBelow(Objective objective) {
    List<Step> below =
        arms.stream()
            .flatMap(arm -> arm.steps().stream())
            .filter(step -> step.rate() <= perSecond() && !step.isDoubtful(objective))
            .toList();
    long held = below.stream().filter(step -> step.holds(objective)).count();
    return !below.isEmpty() && 2 * held <= below.size();
  }

  /** Returns whether the limit of the generator has ended the climbs. */
  boolean isAtLimit(Objective objective) {
    return isSoForMost(arm -> arm.isAtLimit(objective));
  }

  /** Returns whether the climbs ended because all connections of the generator were in use. */
  boolean lacksConnections(Objective objective) {
    return isSoForMost(arm -> arm.isAtLimit(objective) && arm.lacksConnections(objective));
  }

  private boolean isSoForMost(Predicate<Arm> what) {
    return 2 * arms.stream().filter(what).count() > arms.size();
  }

  /** Returns whether the candidate may do more than was seen, for whatever reason. */
  boolean isOpen(Objective objective) {
    return isAtLimit(objective) || isLate(objective) || !flaws(objective).isEmpty();
  }

  /**
   * Returns whether it may do any more than was seen, because the generator was late at each rate
   * that failed, for another reason than its limit.
   */
  boolean isLate(Objective objective) {
    return isSoForMost(arm -> !arm.isAtLimit(objective) && arm.capacity().atLeast());
  }

  /**
   * Returns the most that it may do by what was seen, in requests per second: the lowest rate at
   * which surely the server failed. Infinite if there is none, or if it was disturbed or
   * contradicted.
   */
  double mostSeen(Objective objective) {
    Set<Flaw> flaws = flaws(objective);
    flaws.remove(Flaw.GENERATOR_LATE);
    return capacity().atLeast() || !flaws.isEmpty()
        ? Double.POSITIVE_INFINITY
        : capacity().interval().high();
  }

  Optional<Double> cpuMicros() {
    return arm().cpuMicros();
  }

  /** Says why its slowest requests near the capacity were slow; empty if the server did not say. */
  Optional<TailBreakdown> slowest() {
    return TailBreakdown.of(arms.stream().flatMap(Arm::nearCapacity).map(Step::breakdown));
  }

  static WhySlow whySlow(List<Row> rows) {
    Map<String, TailBreakdown> known = new LinkedHashMap<>();
    rows.forEach(row -> row.slowest().ifPresent(tail -> known.put(row.name(), tail)));
    return new WhySlow(
        known, "Requests at three quarters of the capacity of each, up to all of it. ");
  }

  /**
   * Returns by how much the A/A arm differs from the arm that it repeats, as a share; empty if
   * there is no such arm.
   */
  static OptionalDouble noise(List<ChooseResult> results) {
    return results.stream()
        .filter(result -> result.run().twin())
        .flatMap(
            twin ->
                results.stream()
                    .filter(
                        original ->
                            !original.run().twin()
                                && original.run().stage().equals(twin.run().stage())
                                && original.run().block() == twin.run().block())
                    // Two that the generator has ended are the same, whatever the servers can do.
                    .filter(original -> !isEndedByGenerator(twin) || !isEndedByGenerator(original))
                    .map(original -> difference(twin.arms().get(0), original.arms().get(0))))
        .mapToDouble(Double::doubleValue)
        .max();
  }

  private static boolean isEndedByGenerator(ChooseResult result) {
    return result.arms().get(0).capacity().atLeast();
  }

  private static double difference(Arm first, Arm second) {
    double high = Math.max(first.perSecond(), second.perSecond());
    return high == 0 ? 0 : 1 - Math.min(first.perSecond(), second.perSecond()) / high;
  }
}
