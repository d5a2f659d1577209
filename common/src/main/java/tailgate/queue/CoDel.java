package tailgate.queue;

/**
 * Says whether a queue is overloaded, by the waits of its oldest items. It is a pure function of
 * the times that it is given, and reads no clock.
 *
 * <pre>
 *              a queue has stood for the whole interval,
 *              or it stands, and the wait of the oldest item is an outlier
 *   CALM ────────────────────────────────────────────────▶ OVERLOADED
 *     ◀────────────────────────────────────────────────────
 *              the last take has left the queue empty, and for half an interval nothing was too late
 *
 *   a queue stands = the oldest item has waited longer than target, and the last take did not leave
 *                    the queue empty
 *   too late       = OVERLOADED and wait &gt; limit
 *   limit          = 2 · target when the overload begins; then an eighth shorter after each target
 *                    in which more than a quarter was too late, not below target / 2, and an
 *                    eighth longer whenever the queue was empty, not above 2 · target
 *   outlier        = wait &gt; {@value #TARGETS} · target and wait &gt; interval / {@value #INTERVAL_PARTS}
 * </pre>
 *
 * <p>A burst makes the maximum and the mean of the waits long, and is no overload: the queue is
 * empty again soon after. The minimum stays long only if the queue does not get empty. This idea is
 * CoDel's: Nichols and Jacobson, "Controlling Queue Delay", ACM Queue 2012, RFC 8289. For servers
 * it was changed by Maurer, "Fail at Scale", ACM Queue 2015: a packet is dropped now and then, and
 * its sender slows down; a request is refused whenever it has waited too long, because its client
 * does not slow down. The limit of twice the target is that of folly's {@code Codel} (Facebook).
 *
 * <p>There the limit stays. Here it gets shorter while much is refused and the workers always find
 * an item. What is performed has waited almost as long as the limit, so a queue that is longer than
 * it must be to keep the workers busy makes all answers late for nothing. An empty queue says that
 * it has become too short.
 *
 * <p>Neither source has the second way into an overload. A queue that long does not get empty soon,
 * burst or not: at the capacity, what a pause of the machine has left in it stays for seconds, and
 * everything behind it is late. Without this way, it is late for an interval.
 *
 * <p>The end is another one than the beginning. What is served during an overload has waited almost
 * as long as the limit; random arrivals let a wait be short now and then, or the queue be empty,
 * though the overload goes on, and each wrong end costs an interval of long waits. docs/overload.md
 * has the simulation.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>An overload begins only after an interval in which each take has found a queue that stands,
 *       or with an outlier in such a queue. So a wait of long ago alone makes no overload, and
 *       neither do tasks that are longer than the target, if the workers can perform them and no
 *       other waits behind them for as long as an outlier.
 *   <li>The limit is from half of the target to twice the target. So what waited no longer than
 *       half of the target is never too late, and in an overload what waited longer than twice the
 *       target always is.
 * </ol>
 *
 * <p>The wait is that of the oldest item, also if another is taken. With the newest first, the
 * waits of those that are taken are short during an overload too.
 *
 * <p>Not thread-safe: guarded by the owner's lock. Tests: CoDelTest.
 */
final class CoDel {

  private static final int TARGETS = 5;
  private static final int INTERVAL_PARTS = 10;

  /** The limit gets shorter or longer by this part of it. */
  private static final int LIMIT_PARTS = 8;

  /** If more than this part of the items is too late, the limit gets shorter. */
  private static final int SURPLUS_PARTS = 4;

  private final long targetNanos;
  private final long intervalNanos;
  private final long outlierNanos;

  /** Whether there was a take, so that the fields below mean something. */
  private boolean begun;

  private long lastTakeNanos;

  /** In an overload: its begin, or the last take that found an item too late. */
  private long lastLateNanos;

  /** Since when the queue has stood; while it does not, the last take. */
  private long sinceNanos;

  private boolean overloaded;

  /** An item that has waited longer is refused in an overload. */
  private long limitNanos;

  /** When the limit was last changed, or could not be. */
  private long limitedNanos;

  /**
   * Above 0 if, since the limit was last changed, more than a quarter of the items was too late.
   */
  private int surplus;

  CoDel(long targetNanos, long intervalNanos) {
    this(targetNanos, intervalNanos, outlierNanos(targetNanos, intervalNanos));
  }

  /** Creates a CoDel with another outlier, which is the longest wait that is none. */
  CoDel(long targetNanos, long intervalNanos, long outlierNanos) {
    this.targetNanos = targetNanos;
    this.intervalNanos = intervalNanos;
    this.outlierNanos = outlierNanos;
    limitNanos = longestLimit();
  }

  private static long outlierNanos(long targetNanos, long intervalNanos) {
    return Math.max(TARGETS * targetNanos, intervalNanos / INTERVAL_PARTS);
  }

  /**
   * Decides about the item that is taken.
   *
   * @param nowNanos by any clock that does not go back; later calls are compared by difference
   * @param oldestNanos how long the oldest item has waited
   * @return whether the queue is overloaded
   */
  boolean taken(long nowNanos, long oldestNanos) {
    boolean wasEmpty = !begun || nowNanos - oldestNanos - lastTakeNanos > 0;
    boolean wasOverloaded = overloaded;
    boolean late = isTooLong(oldestNanos);
    if (!overloaded || late) {
      lastLateNanos = nowNanos;
    }
    if (overloaded
        ? wasEmpty && isLatenessOver(nowNanos)
        : wasEmpty || oldestNanos <= targetNanos) {
      overloaded = false;
      sinceNanos = nowNanos;
    } else if (nowNanos - sinceNanos >= intervalNanos || oldestNanos > outlierNanos) {
      overloaded = true;
    }
    if (wasOverloaded && overloaded) {
      follow(nowNanos, wasEmpty, late);
    } else {
      setLimit(nowNanos, longestLimit());
    }
    begun = true;
    lastTakeNanos = nowNanos;
    return overloaded;
  }

  private boolean isLatenessOver(long nowNanos) {
    return nowNanos - lastLateNanos >= intervalNanos / 2;
  }

  /** Adjusts the limit after a take in an overload. */
  private void follow(long nowNanos, boolean wasEmpty, boolean late) {
    surplus += late ? SURPLUS_PARTS - 1 : -1;
    long part = limitNanos / LIMIT_PARTS;
    if (wasEmpty) {
      setLimit(nowNanos, Math.min(limitNanos + part, longestLimit()));
    } else if (nowNanos - limitedNanos >= targetNanos) {
      setLimit(nowNanos, surplus > 0 ? Math.max(limitNanos - part, targetNanos / 2) : limitNanos);
    }
  }

  private void setLimit(long nowNanos, long limit) {
    limitNanos = limit;
    limitedNanos = nowNanos;
    surplus = 0;
  }

  private long longestLimit() {
    return 2 * targetNanos;
  }

  /** Whether an item that has waited so long is refused during an overload. */
  boolean isTooLong(long waitNanos) {
    return waitNanos > limitNanos;
  }
}
