package tailgate.lab.choose;

import java.util.List;
import java.util.Optional;

/**
 * The number that a pool has to be told.
 *
 * @param option the option of its stage
 * @param usual the number that it has by default
 */
record PoolSize(String stage, String option, int usual) {

  private static final List<PoolSize> ALL =
      List.of(
          new PoolSize("threadpool", "--workers", 100),
          new PoolSize("adaptive-pool", "--max-workers", 256));

  private static final double NEARLY_ALL = 0.75;

  /** Returns the number that a stage has; empty if it has none. */
  static Optional<PoolSize> of(String stage) {
    return ALL.stream().filter(size -> size.stage.equals(stage)).findFirst();
  }

  /**
   * Returns the size to be tried beside the usual one: what Little's law asks for if that is more,
   * and if the usual one was what ended the climb; else empty.
   *
   * @param capacity the capacity that was found with the usual one
   * @param heldMicros the time for which a request holds a worker
   * @param cpuMicros the processor time of a request
   * @param limit the highest rate that can be tried
   */
  Optional<Integer> better(
      Capacity capacity, int cores, double heldMicros, double cpuMicros, double limit) {
    int wanted =
        Math.min(Sizing.forCores(cores, heldMicros, cpuMicros), Sizing.forRate(limit, heldMicros));
    boolean isKnown = !capacity.atLeast() && !capacity.isNone();
    return isKnown && isFull(capacity, usual, heldMicros) && wanted > usual
        ? Optional.of(wanted)
        : Optional.empty();
  }

  /** Returns whether a pool ended a climb: Little's law, with nearly all of its workers busy. */
  static boolean isFull(Capacity capacity, int workers, double heldMicros) {
    return capacity.interval().high() >= NEARLY_ALL * workers * 1e6 / heldMicros;
  }
}
