package tailgate.queue;

/**
 * Says whether a queue is overloaded, by the waits of its oldest items. It is a pure function of
 * the times that it is given, and reads no clock.
 *
 * <pre>
 *            an interval has ended, and in all of it the oldest item had waited longer than target
 *   CALM ────────────────────────────────────────────────────────────────────────────▶ OVERLOADED
 *     ◀──────────────────────────────────────────────────────────────────────────────
 *            an interval has ended, and in it an oldest item had not waited longer than target
 *
 *   too late = OVERLOADED and wait &gt; 2 · target
 * </pre>
 *
 * <p>A burst makes the maximum and the mean of the waits long, and is no overload: the queue is
 * empty again soon after. The minimum stays long only if the queue does not get empty. This idea is
 * CoDel's: Nichols and Jacobson, "Controlling Queue Delay", ACM Queue 2012, RFC 8289. For servers
 * it was changed by Maurer, "Fail at Scale", ACM Queue 2015: a packet is dropped now and then, and
 * its sender slows down; a request is refused whenever it has waited too long, because its client
 * does not slow down. The limit of twice the target is that of folly's {@code Codel} (Facebook). It
 * must be longer than the target: what is served during an overload has waited almost as long as
 * the limit, and if this were no longer than the target, the next interval would be calm, and the
 * queue would fill again.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The state changes only with a take at the end of an interval. Each interval but the first
 *       has at least two takes: the one that ends an interval also begins the next. So a wait of
 *       long ago alone makes no overload.
 *   <li>What waited no longer than the target is never too late.
 * </ol>
 *
 * <p>The wait is that of the oldest item, also if another is taken. With the newest first, the
 * waits of those that are taken are short during an overload too.
 *
 * <p>Not thread-safe: guarded by the queue's lock. Tests: CoDelTest.
 */
final class CoDel {

  private final long targetNanos;
  private final long intervalNanos;

  /** Whether there was a take, so that the fields below mean something. */
  private boolean begun;

  private long intervalEndNanos;

  /** The shortest wait in this interval. */
  private long shortestNanos;

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
    shortestNanos = Math.min(shortestNanos, oldestNanos);
    if (!begun || nowNanos - intervalEndNanos >= 0) {
      overloaded = begun && shortestNanos > targetNanos;
      begun = true;
      intervalEndNanos = nowNanos + intervalNanos;
      shortestNanos = oldestNanos;
    }
    return overloaded;
  }

  /** Whether an item that has waited so long is refused during an overload. */
  boolean isTooLong(long waitNanos) {
    return waitNanos > 2 * targetNanos;
  }
}
