package tailgate.lab.burst;

import java.time.Duration;

/**
 * How long the parts of a run take.
 *
 * @param settle at a low rate after the warm-up, so that none of its requests is still waiting. A
 *     pool that grew in the warm-up is still as large: the adaptive pool remembers for 15 to 30 s
 *     what it needed
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

  public static final BurstPlan FULL = ofSeconds(2, 1, 2, 1, 3, 3);

  public static final BurstPlan QUICK = ofSeconds(2, 1, 1, 1, 3, 1);

  private static BurstPlan ofSeconds(
      long warmUp, long settle, long quiet, long spike, long coolDown, int cycles) {
    return new BurstPlan(
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(settle),
        Duration.ofSeconds(quiet),
        Duration.ofSeconds(spike),
        Duration.ofSeconds(coolDown),
        cycles);
  }

  public Duration beforeTheFirstCycle() {
    return warmUp.plus(settle);
  }

  public Duration total() {
    return beforeTheFirstCycle().plus(quiet.plus(spike).plus(coolDown).multipliedBy(cycles));
  }
}
