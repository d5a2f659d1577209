package tailgate.admin;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The samples of the last minutes, one a second. One thread adds samples, any number of threads
 * read.
 *
 * <pre>
 *   open ──close──▶ closed: empty, accepts no samples, and no reader waits
 * </pre>
 *
 * <p>There is no queue per reader. A reader remembers the number of the last sample that it has
 * seen, and asks for later ones. So the writer never waits for a reader, and a slow reader costs no
 * memory: it misses the samples that have been dropped meanwhile. Thread-safe.
 */
final class StatsHistory {

  /** The number of samples, which are those of five minutes. */
  static final int CAPACITY = 300;

  /**
   * The statistics of one moment.
   *
   * @param number 1 for the first sample, and one more for each that follows
   */
  record Sample(long number, Stats stats) {}

  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Guarded by lock. At most {@code capacity}, the latest one last. */
  private final Deque<Sample> samples = new ArrayDeque<>();

  /** Guarded by lock. The number of the latest sample; 0 if there is none. */
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

  /** Adds a sample, and drops the oldest one if the history is full. */
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
   * The samples after this number, the oldest one first. If there are none, waits for the next one,
   * for at most {@code timeout} and until the history is closed.
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

  /** Drops all samples, and accepts no more. */
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
