package tailgate.queue;

/**
 * How many requests may be inside, by what was seen in a window of time. {@link
 * AdmissionController} collects the samples and applies the limits.
 *
 * <p>Deterministic: the same samples give the same limits. A policy may remember earlier samples.
 * Not thread-safe: guarded by what guards its controller.
 */
interface AdmissionPolicy {

  /**
   * A window of {@link AdmissionController}, with at least one answer. Times are in nanoseconds.
   *
   * @param now the limit that was in force
   * @param shortest time of one that was answered, from its arrival to its end
   * @param mean of these times
   * @param longest of these times
   * @param meanWait for a worker
   * @param mostInside requests that were inside at the same time, at most
   */
  record Sample(
      double now, long shortest, double mean, long longest, double meanWait, int mostInside) {}

  /** The limit for the next window, before it is brought into its range. */
  double next(Sample sample);
}
