package tailgate.queue;

/**
 * Decides which requests are let in, by what became of those before. It collects a sample for each
 * window of 100 ms (longer, until a request was answered), and applies the limit that an {@link
 * AdmissionPolicy} makes of it.
 *
 * <pre>
 *   admits ──┬─ a worker is free ─────▶ inside ──answered──▶ sample ─ the window has ended ─┐
 *            ├─ the limit has room ───▶ inside                                              │
 *            └─ it has none ──▶ refused                                                     │
 *                                             limit ◀── workers to most ◀── policy ◀────────┘
 * </pre>
 *
 * <p>The owner counts how many are inside. A request that leaves without an answer, because its
 * queue refuses it, is in no sample.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>{@code workers ≤ limit ≤ most}, so a request that finds a worker free is let in.
 *   <li>The limit changes only with an answer, and not twice in 100 ms. It does not stay low for
 *       want of answers, because some requests are always let in.
 * </ol>
 *
 * <p>Deterministic: it reads no clock, and the same calls give the same answers. Not thread-safe:
 * guarded by the owner's lock, which is that of a {@link DisciplinedSemaphore} or of an {@link
 * AdmittingExecutor}. Tests: AdmissionControllerTest, and OverloadSimulationTest with each policy.
 */
final class AdmissionController {

  private static final long WINDOW_NANOS = 100_000_000;

  private final AdmissionPolicy policy;
  private final int workers;
  private final double most;

  private double limit;

  // Of the window.
  private long endNanos;
  private int answered;
  private long shortest;
  private long sum;
  private long longest;
  private long waits;
  private int mostInside;

  /**
   * A controller whose first window begins now, with nobody inside.
   *
   * @param workers requests inside that do not wait, or will not once a pool has grown: the lowest
   *     limit
   * @param initial the first limit, from {@code workers} to {@code most}
   * @param most the highest limit
   * @param nowNanos by any clock that does not go back; later calls are compared by difference
   */
  AdmissionController(
      AdmissionPolicy policy, int workers, double initial, double most, long nowNanos) {
    this.policy = policy;
    this.workers = workers;
    this.most = most;
    this.limit = initial;
    begin(nowNanos, 0);
  }

  /** The limit that is in force. */
  double limit() {
    return limit;
  }

  /**
   * Whether a request that comes now is let in.
   *
   * @param inside requests that were let in and have not left
   */
  boolean admits(int inside) {
    boolean admitted = inside < (int) limit;
    if (admitted) {
      mostInside = Math.max(mostInside, inside + 1);
    }
    return admitted;
  }

  /**
   * Adjusts the limit to a request that was answered.
   *
   * @param waitNanos until it was begun
   * @param tookNanos in all
   * @param inside requests that are left
   */
  void answered(long nowNanos, long waitNanos, long tookNanos, int inside) {
    long took = Math.max(1, tookNanos); // policies divide by the mean
    answered++;
    shortest = Math.min(shortest, took);
    longest = Math.max(longest, took);
    sum += took;
    waits += waitNanos;
    if (nowNanos - endNanos >= 0) {
      limit = Math.clamp(policy.next(sample()), workers, most);
      begin(nowNanos, inside);
    }
  }

  private AdmissionPolicy.Sample sample() {
    return new AdmissionPolicy.Sample(
        limit, shortest, sum / (double) answered, longest, waits / (double) answered, mostInside);
  }

  private void begin(long nowNanos, int inside) {
    endNanos = nowNanos + WINDOW_NANOS;
    answered = 0;
    shortest = Long.MAX_VALUE;
    sum = 0;
    longest = 0;
    waits = 0;
    mostInside = inside;
  }
}
