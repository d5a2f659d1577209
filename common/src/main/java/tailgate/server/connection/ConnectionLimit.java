package tailgate.server.connection;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The cap on open connections, and on the descriptors that they need. A permit is taken before the
 * connection, or any thread for it, exists. It is returned when the connection is closed.
 *
 * <p>{@code descriptors taken = permits taken + files that are being sent + withheld}. A file takes
 * one though none is left; then there is no permit until as many have been returned.
 *
 * <p>Thread-safe.
 */
final class ConnectionLimit {

  private final int max;
  private final Semaphore permits;
  private final int shared;
  private final Descriptors descriptors;

  /** Descriptors that nobody gets, because the process has too few. Guarded by this. */
  private int withheld;

  /** Volatile: set once, run by the threads that close connections. */
  private volatile Runnable onRelease = () -> {};

  /** A semaphore from which more may be taken than it has. */
  private static final class Descriptors extends Semaphore {
    private static final long serialVersionUID = 1;

    Descriptors(int permits) {
      super(permits);
    }

    void take(int count) {
      reducePermits(count);
    }
  }

  /**
   * Creates a limit whose permits are all free.
   *
   * @param max permits, at least 1; if there are fewer descriptors, only so many
   * @param descriptors for connections and the files that they are sent, at least 1
   */
  ConnectionLimit(int max, int descriptors) {
    if (max < 1) {
      throw new IllegalArgumentException("the cap on connections must be at least 1, not " + max);
    }
    this.max = Math.min(max, descriptors);
    this.permits = new Semaphore(this.max);
    this.shared = descriptors;
    this.descriptors = new Descriptors(descriptors);
  }

  boolean tryAcquire() {
    if (!permits.tryAcquire()) {
      return false;
    }
    boolean acquired = descriptors.tryAcquire();
    if (!acquired) {
      permits.release();
    }
    return acquired;
  }

  /** Waits at most so long for a descriptor, and then as long for a permit. */
  boolean acquire(long millis) throws InterruptedException {
    if (!descriptors.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
      return false;
    }
    boolean acquired = false;
    try {
      acquired = permits.tryAcquire(millis, TimeUnit.MILLISECONDS);
      return acquired;
    } finally {
      if (!acquired) {
        descriptors.release();
      }
    }
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
    descriptors.release(); // first: while one of both is missing, the permit counts as taken
    permits.release();
    onRelease.run();
  }

  /** Counts a descriptor that is open in addition to that of the connection. */
  void takeDescriptor() {
    descriptors.take(1);
  }

  void returnDescriptor() {
    descriptors.release();
    onRelease.run();
  }

  /**
   * Withholds the descriptors that are left, and so many of those that are taken, once they are
   * returned. At least one is not withheld.
   *
   * @return false if nothing was done, because more are taken already than there are
   */
  synchronized boolean withholdDescriptors(int taken) {
    int free = freeDescriptors();
    int count = (int) Math.min((long) free + taken, shared - withheld - 1);
    if (free < 0 || count <= 0) {
      return false;
    }
    withheld += count;
    descriptors.take(count);
    return true;
  }

  /** Gives back a hundredth of what is withheld, at least one. */
  synchronized void restoreDescriptors() {
    if (withheld > 0) {
      int count = Math.max(1, withheld / 100);
      withheld -= count;
      descriptors.release(count);
      onRelease.run();
    }
  }

  /** Descriptors that are left; negative if more were taken than there are. */
  int freeDescriptors() {
    return descriptors.availablePermits();
  }

  /** Runs {@code action} after every release, on the thread that closed the connection or file. */
  void onRelease(Runnable action) {
    onRelease = action;
  }

  /** Returns the number of all permits. */
  int max() {
    return max;
  }

  /** Returns the number of permits that are taken. */
  int taken() {
    return max - permits.availablePermits();
  }

  /** Whether a permit can be taken, and a part of all permits and descriptors is free. */
  boolean hasFree(int percent) {
    return isFree(permits.availablePermits(), max, percent)
        && isFree(freeDescriptors(), shared, percent);
  }

  private static boolean isFree(int free, int all, int percent) {
    return free > 0 && free >= (long) all * percent / 100;
  }
}
