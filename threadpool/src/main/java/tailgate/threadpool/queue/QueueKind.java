package tailgate.threadpool.queue;

import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;
import tailgate.queue.BoundedQueue;
import tailgate.queue.QueueDiscipline;

/**
 * The kinds of queue between submitters and workers, to be compared under the same pool. All are
 * bounded, and all are first in, first out, unless {@link #LOCK} has another discipline.
 */
public enum QueueKind {
  /** One lock and two conditions, in our own code: {@link BoundedQueue}. */
  LOCK {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new LockQueue<>(capacity);
    }
  },

  /** The algorithm of {@link #LOCK} in the JDK's class. Choose it if nothing speaks against it. */
  ARRAY {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new ArrayBlockingQueue<>(capacity);
    }
  },

  /**
   * The JDK's queue with a lock at each end: producers and consumers wait for each other only when
   * it is empty or full.
   */
  LINKED {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new LinkedBlockingQueue<>(capacity);
    }
  },

  /** The JDK's queue without a lock, bounded by permits. */
  TRANSFER {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new TransferQueue<>(capacity);
    }
  },

  /** A ring guarded by a binary semaphore and two counting semaphores. */
  SEMAPHORES {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new SemaphoreQueue<>(capacity);
    }
  },

  /** A ring guarded by a lock; threads wait outside it, on something like a futex. */
  PARK {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new ParkQueue<>(capacity);
    }
  };

  /**
   * Makes an empty queue for a pool of a fixed size. Its methods with a timeout may be unsupported.
   *
   * @param capacity the most items inside, from 1 to {@link BoundedQueue#MAX_CAPACITY}
   * @throws IllegalArgumentException if capacity is less than 1
   */
  public abstract <T> BlockingQueue<T> create(int capacity);

  /**
   * Creates a queue with a discipline. One that is not plain needs our own code: {@link #LOCK} can
   * have it, and {@link #ARRAY}, the default, then makes the queue of {@link #LOCK} instead of the
   * JDK's, whose algorithm is the same. The other kinds cannot have it.
   *
   * @param clock like {@link System#nanoTime}
   * @throws IllegalArgumentException if this kind cannot have the discipline
   */
  public final <T> BlockingQueue<T> create(
      int capacity, QueueDiscipline discipline, LongSupplier clock) {
    if (discipline.isPlain()) {
      return create(capacity);
    }
    if (this != LOCK && this != ARRAY) {
      throw new IllegalArgumentException(
          "--queue-kind must be lock or array with --queue-policy or --deadline, not "
              + name().toLowerCase(Locale.ROOT));
    }
    return new LockQueue<>(capacity, discipline, clock);
  }
}
