package tailgate.queue;

/**
 * What may be admitted next, by what was seen in a window of time. Each policy says what its number
 * means: the most requests inside, or the share that is admitted of those that find no worker free.
 * {@link AdmissionController} collects the samples and applies the numbers.
 *
 * <p>Deterministic: the same samples give the same numbers. A policy may remember earlier samples.
 * Not thread-safe: guarded by what guards its controller.
 */
interface AdmissionPolicy {

  /**
   * A window of {@link AdmissionController}, with at least one answer. Times are in nanoseconds.
   *
   * @param now the number that was in force
   * @param arrived requests that came, admitted or not
   * @param shortest time of one that was answered, from its arrival to its end
   * @param mean of these times
   * @param longest of these times
   * @param meanWait for a worker
   * @param mostInside requests that were inside at the same time, at most
   * @param leastInside the same, at least
   */
  record Sample(
      double now,
      int arrived,
      long shortest,
      double mean,
      long longest,
      double meanWait,
      int mostInside,
      int leastInside) {}

  /** The number for the next window, before it is brought into its range. */
  double next(Sample sample);
}
