package tailgate.server;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The cap on open connections. A permit is taken before the connection, or any thread for it,
 * exists, and given back when it is closed. Thread-safe.
 */
final class ConnectionLimit {

  private final int most;
  private final Semaphore permits;

  /** Volatile: set once by the one who wants to know, read by whoever closes a connection. */
  private volatile Runnable onRelease = () -> {};

  ConnectionLimit(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("the cap on connections must be at least 1, not " + most);
    }
    this.most = most;
    this.permits = new Semaphore(most);
  }

  boolean tryAcquire() {
    return permits.tryAcquire();
  }

  void acquire() throws InterruptedException {
    permits.acquire();
  }

  /**
   * Waits until no permit is out, and keeps them all: nothing begins after that.
   *
   * @return whether it came to that in time
   */
  boolean acquireAll(long nanos) throws InterruptedException {
    return permits.tryAcquire(most, nanos, TimeUnit.NANOSECONDS);
  }

  void release() {
    permits.release();
    onRelease.run();
  }

  /** Runs {@code action} after every release, on the thread that closed the connection. */
  void onRelease(Runnable action) {
    onRelease = action;
  }

  /** Permits that are out. */
  int taken() {
    return most - permits.availablePermits();
  }
}
