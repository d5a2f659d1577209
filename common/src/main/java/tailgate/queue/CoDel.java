package tailgate.queue;

/**
 * Says whether a queue is overloaded, by the waits of its oldest items. It is a pure function of
 * the times that it is given, and reads no clock.
 *
 * <pre>
 *              a queue has stood for the whole interval
 *   CALM ────────────────────────────────────────────────▶ OVERLOADED
 *     ◀────────────────────────────────────────────────────
 *              the last take has left the queue empty
 *
 *   a queue stands = the oldest item has waited longer than target, and the last take did not leave
 *                    the queue empty
 *   too late       = OVERLOADED and wait &gt; 2 · target
 * </pre>
 *
 * <p>A burst makes the maximum and the mean of the waits long, and is no overload: the queue is
 * empty again soon after. The minimum stays long only if the queue does not get empty. This idea is
 * CoDel's: Nichols and Jacobson, "Controlling Queue Delay", ACM Queue 2012, RFC 8289. For servers
 * it was changed by Maurer, "Fail at Scale", ACM Queue 2015: a packet is dropped now and then, and
 * its sender slows down; a request is refused whenever it has waited too long, because its client
 * does not slow down. The limit of twice the target is that of folly's {@code Codel} (Facebook).
 *
 * <p>The end is another one than the beginning. What is served during an overload has waited almost
 * as long as the limit; random arrivals let a wait be short now and then, though the overload goes
 * on, and each wrong end costs an interval of long waits. An empty queue is sure. docs/overload.md
 * has the simulation.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>An overload begins only after an interval in which each take has found a queue that stands.
 *       So a wait of long ago alone makes no overload, and neither do tasks that are longer than
 *       the target, if the workers can perform them.
 *   <li>What waited no longer than twice the target is never too late.
 * </ol>
 *
 * <p>The wait is that of the oldest item, also if another is taken. With the newest first, the
 * waits of those that are taken are short during an overload too.
 *
 * <p>Not thread-safe: guarded by the owner's lock. Tests: CoDelTest.
 */
final class CoDel {

  private final long targetNanos;
  private final long intervalNanos;

  /** Whether there was a take, so that the fields below mean something. */
  private boolean begun;

  private long lastTakeNanos;

  /** Since when the queue has stood; while it does not, the last take. */
  private long sinceNanos;

  private boolean overloaded;

  CoDel(long targetNanos, long intervalNanos) {
    this.targetNanos = targetNanos;
    this.intervalNanos = intervalNanos;
  }

  /**
   * An item is taken.
   *
   * @param nowNanos by any clock that does not go back; later calls are compared by difference
   * @param oldestNanos how long the oldest item has waited
   * @return whether the queue is overloaded
   */
  boolean taken(long nowNanos, long oldestNanos) {
    boolean wasEmpty = !begun || nowNanos - oldestNanos - lastTakeNanos > 0;
    if (wasEmpty || (!overloaded && oldestNanos <= targetNanos)) {
      overloaded = false;
      sinceNanos = nowNanos;
    } else if (nowNanos - sinceNanos >= intervalNanos) {
      overloaded = true;
    }
    begun = true;
    lastTakeNanos = nowNanos;
    return overloaded;
  }

  /** Whether an item that has waited so long is refused during an overload. */
  boolean isTooLong(long waitNanos) {
    return waitNanos > 2 * targetNanos;
  }
}
