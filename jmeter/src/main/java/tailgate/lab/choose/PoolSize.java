package tailgate.lab.choose;

import java.util.List;
import java.util.Optional;

/**
 * The number that a pool has to be told.
 *
 * @param option of its stage
 * @param usual what it is by default
 */
record PoolSize(String stage, String option, int usual) {

  private static final List<PoolSize> ALL =
      List.of(
          new PoolSize("threadpool", "--workers", 100),
          new PoolSize("adaptive-pool", "--max-workers", 256));

  private static final double NEARLY_ALL = 0.75;

  /** Empty for stages that have no such number. */
  static Optional<PoolSize> of(String stage) {
    return ALL.stream().filter(size -> size.stage.equals(stage)).findFirst();
  }

  /**
   * The size to be tried beside the usual one: what Little's law asks for if that is more, and if
   * the usual one was what ended the climb; else empty.
   *
   * @param capacity that was found with the usual one
   * @param heldMicros by a request, of a worker
   * @param cpuMicros of a request
   * @param limit the highest rate that can be tried
   */
  Optional<Integer> better(
      Capacity capacity, int cores, double heldMicros, double cpuMicros, double limit) {
    int wanted =
        Math.min(Sizing.forCores(cores, heldMicros, cpuMicros), Sizing.forRate(limit, heldMicros));
    return !capacity.atLeast() && isFull(capacity, usual, heldMicros) && wanted > usual
        ? Optional.of(wanted)
        : Optional.empty();
  }

  /** Whether a pool is what ended a climb: Little's law, with nearly all of its workers busy. */
  static boolean isFull(Capacity capacity, int workers, double heldMicros) {
    return capacity.interval().high() >= NEARLY_ALL * workers * 1e6 / heldMicros;
  }
}
