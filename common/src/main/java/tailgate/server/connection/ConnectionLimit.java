package tailgate.server.connection;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The cap on open connections. A permit is taken before the connection, or any thread for it,
 * exists. It is returned when the connection is closed. Thread-safe.
 */
final class ConnectionLimit {

  private final int max;
  private final Semaphore permits;

  /** Volatile: set once, run by the threads that close connections. */
  private volatile Runnable onRelease = () -> {};

  ConnectionLimit(int max) {
    if (max < 1) {
      throw new IllegalArgumentException("the cap on connections must be at least 1, not " + max);
    }
    this.max = max;
    this.permits = new Semaphore(max);
  }

  boolean tryAcquire() {
    return permits.tryAcquire();
  }

  boolean acquire(long millis) throws InterruptedException {
    return permits.tryAcquire(millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Waits until all permits are back, and keeps them: no connection begins after that.
   *
   * @return whether they came back in time
   */
  boolean acquireAll(long nanos) throws InterruptedException {
    return permits.tryAcquire(max, nanos, TimeUnit.NANOSECONDS);
  }

  void release() {
    permits.release();
    onRelease.run();
  }

  /** Runs {@code action} after every release, on the thread that closed the connection. */
  void onRelease(Runnable action) {
    onRelease = action;
  }

  /** Permits that are taken. */
  int taken() {
    return max - permits.availablePermits();
  }
}
