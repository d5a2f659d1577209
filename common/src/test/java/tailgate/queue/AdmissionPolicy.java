package tailgate.queue;

/**
 * What may be admitted next, by what was seen in a window of time. Each policy says what its number
 * means: the most requests inside, or the share of requests that are admitted.
 *
 * <p>Deterministic: the same samples give the same numbers. Not thread-safe.
 */
interface AdmissionPolicy {

  /**
   * A window of {@link WindowedAdmission}, with at least one answer.
   *
   * @param now the number that was in force
   * @param arrived requests that came, admitted or not
   * @param answered requests that were answered
   * @param shortest time of one of these in all, in milliseconds
   * @param mean of these times
   * @param longest of these times
   * @param meanWait for a worker
   * @param mostInside requests that were inside at the same time, at most
   * @param leastInside the same, at least
   */
  record Sample(
      double now,
      int arrived,
      int answered,
      double shortest,
      double mean,
      double longest,
      double meanWait,
      int mostInside,
      int leastInside) {}

  /** The number for the next window, before it is brought into its range. */
  double next(Sample sample);
}
