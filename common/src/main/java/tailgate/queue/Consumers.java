package tailgate.queue;

/**
 * The consumers of a {@link BoundedQueue}: how many wait, and how many may leave.
 *
 * <pre>
 *   enter ──▶ waiting ──┬─ an item is there ───────────────────────────▶ exit with it
 *                       └─ queue empty, and closed or a release pending ─▶ released, exit
 * </pre>
 *
 * <p>A consumer is released under the queue's lock, and only if it finds the queue empty. Only then
 * is it certain that nothing is left to do. So no consumer leaves while an item is queued, and no
 * item is accepted for a consumer that is already leaving.
 *
 * <p>Not thread-safe: guarded by the queue's lock.
 */
final class Consumers {

  /** Consumers inside {@code take}. A thread that holds the lock sees only those that wait. */
  private int waiting;

  /** Releases that no consumer has used yet. */
  private int pendingReleases;

  /** Consumers released since the beginning. */
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

  /** Replaces the number of pending releases. */
  void setReleases(int consumers) {
    pendingReleases = consumers;
  }

  boolean hasPendingRelease() {
    return pendingReleases > 0;
  }

  /**
   * The queue is empty and one consumer leaves it, by a pending release or because it is closed.
   */
  void release() {
    pendingReleases = Math.max(0, pendingReleases - 1);
    released++;
  }
}
