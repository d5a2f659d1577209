package tailgate.adaptivepool;

import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.event.Level;

/**
 * A look at the pool with each task that is submitted, in the thread that submits it. Its lock is
 * taken before all others of the pool, and by submitters only: shutting down does not wait for it.
 */
final class LookOnSubmit {
  private final Scaler scaler;
  private final ReentrantLock lock = new ReentrantLock();

  LookOnSubmit(Scaler scaler) {
    this.scaler = scaler;
  }

  /** The task is in the queue already, or waits for room in it, so a failure must not refuse it. */
  void look() {
    if (lock.isHeldByCurrentThread()) {
      return; // a policy or a listener submits a task, in the middle of a look
    }
    lock.lock();
    try {
      scaler.look();
    } catch (Throwable unexpected) {
      PoolLog.failure(Level.WARN, "a look at the pool failed; the pool goes on", unexpected);
    } finally {
      lock.unlock();
    }
  }
}
