package tailgate.server;

import java.util.concurrent.Semaphore;

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
