package tailgate.threadpool.queue;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tailgate.queue.BoundedQueue;
import tailgate.queue.RingBuffer;

/**
 * Choose it to see what a condition costs: a ring guarded by a lock, as in {@link BoundedQueue},
 * but threads wait outside the lock, on a {@link Futex}. The futex study
 * (docs/origins.md#futex-study) asked this question and found that this is a little faster.
 *
 * <pre>
 *   loop:  seen = word      read before the attempt, so that any later change is noticed
 *          attempt          under the lock; on success advance the other side's word and return
 *          await(seen)      outside the lock; returns at once if the word has changed
 * </pre>
 *
 * <p>A thread that is woken may find nothing, because another thread was faster. Then it waits
 * again. That is the price of waiting outside the lock. With eight producers it is as fast as a
 * condition. With one producer it was far slower on two cores: that producer wakes a thread for
 * each item, and the thread comes too late. A condition wakes its waiter only at the unlock.
 */
final class ParkQueue<T> extends HandoffQueue<T> {
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock. */
  private final RingBuffer<T> ring;

  /** Advances with every item that is added. */
  private final Futex added = new Futex();

  /** Advances with every item that is removed. */
  private final Futex removed = new Futex();

  ParkQueue(int capacity) {
    ring = new RingBuffer<>(capacity);
  }

  @Override
  public void put(T item) throws InterruptedException {
    while (true) {
      int seen = removed.word();
      if (offer(item)) {
        return;
      }
      removed.await(seen);
    }
  }

  @Override
  public boolean offer(T item) {
    Objects.requireNonNull(item, "item");
    boolean accepted = addIfRoom(item);
    if (accepted) {
      added.advance();
    }
    return accepted;
  }

  @Override
  public T take() throws InterruptedException {
    while (true) {
      int seen = added.word();
      T item = poll();
      if (item != null) {
        return item;
      }
      added.await(seen);
    }
  }

  @Override
  public @Nullable T poll() {
    T item = removeOldest();
    if (item != null) {
      removed.advance();
    }
    return item;
  }

  @Override
  public boolean remove(Object item) {
    boolean found = removeThis(item);
    if (found) {
      removed.advance();
    }
    return found;
  }

  @Override
  public int size() {
    lock.lock();
    try {
      return ring.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int remainingCapacity() {
    return ring.capacity() - size();
  }

  @Override
  List<T> items() {
    lock.lock();
    try {
      return ring.toList();
    } finally {
      lock.unlock();
    }
  }

  private boolean addIfRoom(T item) {
    lock.lock();
    try {
      if (ring.isFull()) {
        return false;
      }
      ring.add(item);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable T removeOldest() {
    lock.lock();
    try {
      return ring.isEmpty() ? null : ring.remove();
    } finally {
      lock.unlock();
    }
  }

  private boolean removeThis(Object item) {
    lock.lock();
    try {
      return ring.remove(item);
    } finally {
      lock.unlock();
    }
  }
}
