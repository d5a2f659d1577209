package tailgate.handoff;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The ways to hand tasks over, to be compared under the same pool. All are bounded, and all give
 * first what came first.
 */
public enum QueueKind {
  /** One lock and two conditions, written out. */
  LOCK {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new LockQueue<>(capacity);
    }
  },

  /** The same by the JDK: choose it unless there is a reason not to. */
  ARRAY {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new ArrayBlockingQueue<>(capacity);
    }
  },

  /** The JDK's with a lock at each end: bringers and takers meet only where it is empty or full. */
  LINKED {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new LinkedBlockingQueue<>(capacity);
    }
  },

  /** The JDK's without a lock, bounded by permits. */
  TRANSFER {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new TransferQueue<>(capacity);
    }
  },

  /** A ring under a binary and two counting semaphores. */
  SEMAPHORES {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new SemaphoreQueue<>(capacity);
    }
  },

  /** A ring under a lock, with waiting on something like a futex. */
  PARK {
    @Override
    public <T> BlockingQueue<T> create(int capacity) {
      return new ParkQueue<>(capacity);
    }
  };

  /**
   * An empty queue for a pool whose size is fixed: the forms with a timeout may be refused.
   *
   * @param capacity the most items inside, from 1 to {@link BoundedQueue#MAX_CAPACITY}
   */
  public abstract <T> BlockingQueue<T> create(int capacity);
}
