package tailgate.queue;

/**
 * The consumers of a {@link BoundedQueue}: how many wait, and how many may leave.
 *
 * <pre>
 *   enter ──▶ waiting ──┬─ an item is there ───────────────────────────▶ exit with it
 *     │                 └─ queue empty, and closed or a release pending ─▶ released, exit
 *     └─ an arrival may leave ─────────────────────────────────────────▶ released, exit
 * </pre>
 *
 * <p>A consumer is released under the queue's lock. One that has waited is released only if it
 * finds the queue empty: it may have been woken for an item, and nobody else would be. One that has
 * just come has not been woken for anything, so it may leave items to the others; whoever allows
 * this keeps some of them. No item is accepted for a consumer that is already leaving.
 *
 * <p>Not thread-safe: guarded by the queue's lock.
 */
final class Consumers {

  /** Consumers inside {@code take}. A thread that holds the lock sees only those that wait. */
  private int waiting;

  /** Releases that no consumer has used yet. */
  private int pendingReleases;

  /** Whether a consumer that comes may use one, whatever is queued. */
  private boolean arrivalsMayLeave;

  /** The number of consumers released since the beginning. */
  private long released;

  void enter() {
    waiting++;
  }

  void exit() {
    waiting--;
  }

  int waiting() {
    return waiting;
  }

  long released() {
    return released;
  }

  /** Replaces the number of pending releases, and says whether consumers that come may use them. */
  void setReleases(int consumers, boolean arrivalsToo) {
    pendingReleases = consumers;
    arrivalsMayLeave = arrivalsToo;
  }

  /** Whether a consumer that has just come may leave, whatever is queued. */
  boolean mayLeaveOnArrival() {
    return arrivalsMayLeave && pendingReleases > 0;
  }

  boolean hasPendingRelease() {
    return pendingReleases > 0;
  }

  /** One consumer leaves the queue, by a pending release or because the queue is closed. */
  void release() {
    pendingReleases = Math.max(0, pendingReleases - 1);
    released++;
  }
}
