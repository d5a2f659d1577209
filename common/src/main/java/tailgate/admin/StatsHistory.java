package tailgate.admin;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The samples of the last minutes, one a second. One thread adds them and any number read them.
 *
 * <pre>
 *   open ──close──▶ closed: nothing is added or found any more, and nobody waits
 * </pre>
 *
 * <p>Readers have no queues: each knows the number of the last sample that it has seen, and asks
 * for what came after. So who adds never waits for a reader, and a slow one costs no memory; it
 * misses what has left the history meanwhile. Thread-safe.
 */
final class StatsHistory {

  /** Five minutes. */
  static final int CAPACITY = 300;

  /**
   * The figures of one moment.
   *
   * @param number 1 for the first, and one more for each that follows
   */
  record Sample(long number, Stats stats) {}

  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Guarded by lock. At most {@code capacity}, the latest last. */
  private final Deque<Sample> samples = new ArrayDeque<>();

  /** Guarded by lock. The number of the latest; 0 before the first. */
  private long latest;

  /** Guarded by lock. */
  private boolean closed;

  /** Keeps {@value #CAPACITY} samples. */
  StatsHistory() {
    this(CAPACITY);
  }

  StatsHistory(int capacity) {
    this.capacity = capacity;
  }

  /** Adds a sample, at the price of the oldest if there is no room. */
  void add(Stats stats) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      if (samples.size() == capacity) {
        samples.removeFirst();
      }
      latest++;
      samples.add(new Sample(latest, stats));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * What came after the sample with this number, the oldest first. Where that is nothing, it waits
   * for the next one, but not longer than so long and not beyond the close.
   */
  List<Sample> after(long number, Duration timeout) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = timeout.toNanos();
      while (latest <= number && !closed && left > 0) {
        left = changed.awaitNanos(left);
      }
      return samples.stream().filter(sample -> sample.number() > number).toList();
    } finally {
      lock.unlock();
    }
  }

  /** The number of the latest sample; 0 if there is none. */
  long latest() {
    lock.lock();
    try {
      return latest;
    } finally {
      lock.unlock();
    }
  }

  boolean closed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** From now on there is nothing in it. */
  void close() {
    lock.lock();
    try {
      closed = true;
      samples.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
