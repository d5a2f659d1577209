package tailgate.queue;

/**
 * Decides which requests are admitted, by what became of those before. Deterministic, without a
 * clock of its own; times are in milliseconds.
 */
interface AdmissionController {

  /**
   * Whether a request that comes now is admitted.
   *
   * @param inside requests that were admitted and are not answered
   */
  boolean admits(double now, int inside);

  /**
   * A request was answered.
   *
   * @param waited until it was begun
   * @param took in all
   * @param inside requests that are left
   */
  void answered(double now, double waited, double took, int inside);
}
