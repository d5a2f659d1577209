package tailgate.lab.burst;

import java.time.Duration;

/**
 * How long the parts of a run take.
 *
 * @param settle at a trickle after the warm-up, so that nothing of it waits any more. A pool that
 *     grew then stays so: the adaptive one remembers for 15 to 30 s what it needed
 * @param coolDown long enough for a queue that a spike left to drain
 * @param cycles how often quiet, spike and cool-down are repeated
 */
public record BurstPlan(
    Duration warmUp,
    Duration settle,
    Duration quiet,
    Duration spike,
    Duration coolDown,
    int cycles) {

  private static final Duration SECOND = Duration.ofSeconds(1);

  public static final BurstPlan FULL =
      new BurstPlan(
          SECOND.multipliedBy(2),
          SECOND,
          SECOND.multipliedBy(2),
          SECOND,
          SECOND.multipliedBy(3),
          3);

  public static final BurstPlan QUICK =
      new BurstPlan(SECOND.multipliedBy(2), SECOND, SECOND, SECOND, SECOND.multipliedBy(3), 1);

  public Duration beforeTheFirstCycle() {
    return warmUp.plus(settle);
  }

  public Duration total() {
    return beforeTheFirstCycle().plus(quiet.plus(spike).plus(coolDown).multipliedBy(cycles));
  }
}
