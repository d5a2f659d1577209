package tailgate.queue;

/**
 * Decides which requests are let in, by what became of those before. It collects a sample for each
 * window of 100 ms (longer, until a request was answered), and applies the number that an {@link
 * AdmissionPolicy} makes of it.
 *
 * <pre>
 *   admits ──┬─ a worker is free ─────▶ inside ──answered──▶ sample ─ the window has ended ─┐
 *            ├─ the number has room ──▶ inside                                              │
 *            └─ it has none ──▶ refused                                                     │
 *                                                 number ◀── min to max ◀── policy ◀────────┘
 * </pre>
 *
 * <p>The owner counts how many are inside. A request that leaves without an answer, because its
 * queue refuses it, is in no sample.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>{@code min ≤ number ≤ max}.
 *   <li>A request that finds a worker free is let in, whatever the number is.
 *   <li>The number changes only with an answer, and not twice in 100 ms. It does not stay low for
 *       want of answers, because some requests are always let in.
 * </ol>
 *
 * <p>Deterministic: it reads no clock, and the same calls give the same answers. Not thread-safe:
 * guarded by the owner's lock, which is that of a {@link DisciplinedSemaphore} or of an {@link
 * AdmittingExecutor}. Tests: AdmissionControllerTest, and OverloadSimulationTest with each policy.
 */
final class AdmissionController {

  /** What the policy's number means. */
  enum Meaning {
    /** The most requests inside. */
    INSIDE,
    /** The share that is admitted of those requests that find no worker free. */
    SHARE
  }

  /**
   * What the number may be.
   *
   * @param initial from min to max
   */
  record Range(double min, double initial, double max) {}

  private static final long WINDOW_NANOS = 100_000_000;

  private final AdmissionPolicy policy;
  private final Meaning meaning;
  private final int workers;
  private final Range range;

  private double number;

  /** The share that was not used up yet. */
  private double share;

  // Of the window.
  private long endNanos;
  private int arrived;
  private int answered;
  private long shortest;
  private long sum;
  private long longest;
  private long waits;
  private int mostInside;
  private int leastInside;

  /**
   * A controller whose first window begins now, with nobody inside.
   *
   * @param workers requests inside that do not wait, or will not once a pool has grown
   * @param nowNanos by any clock that does not go back; later calls are compared by difference
   */
  AdmissionController(
      AdmissionPolicy policy, Meaning meaning, int workers, Range range, long nowNanos) {
    this.policy = policy;
    this.meaning = meaning;
    this.workers = workers;
    this.range = range;
    this.number = range.initial;
    begin(nowNanos, 0);
  }

  /** The number that is in force. */
  double number() {
    return number;
  }

  /**
   * Whether a request that comes now is let in.
   *
   * @param inside requests that were let in and have not left
   */
  boolean admits(int inside) {
    arrived++;
    boolean admitted =
        inside < workers || (meaning == Meaning.INSIDE ? inside < (int) number : hasShare());
    if (admitted) {
      mostInside = Math.max(mostInside, inside + 1);
    }
    return admitted;
  }

  /** Spreads those that are admitted evenly. */
  private boolean hasShare() {
    share += number;
    if (share < 1) {
      return false;
    }
    share -= 1;
    return true;
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
    leastInside = Math.min(leastInside, inside);
    shortest = Math.min(shortest, took);
    longest = Math.max(longest, took);
    sum += took;
    waits += waitNanos;
    if (nowNanos - endNanos >= 0) {
      number = Math.clamp(policy.next(sample()), range.min, range.max);
      begin(nowNanos, inside);
    }
  }

  private AdmissionPolicy.Sample sample() {
    return new AdmissionPolicy.Sample(
        number,
        arrived,
        shortest,
        sum / (double) answered,
        longest,
        waits / (double) answered,
        mostInside,
        leastInside);
  }

  private void begin(long nowNanos, int inside) {
    endNanos = nowNanos + WINDOW_NANOS;
    arrived = 0;
    answered = 0;
    shortest = Long.MAX_VALUE;
    sum = 0;
    longest = 0;
    waits = 0;
    mostInside = inside;
    leastInside = inside;
  }
}
