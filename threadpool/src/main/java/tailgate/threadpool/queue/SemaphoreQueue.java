package tailgate.threadpool.queue;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import tailgate.queue.RingBuffer;

/**
 * Choose it to see the textbook solution: a ring guarded by a binary semaphore, and counting
 * semaphores for the items and for the free slots, as in the C server (docs/origins.md#c-server).
 *
 * <pre>
 *   put:   down(room)   down(mutex)  add      up(items)  up(mutex)
 *   take:  down(items)  down(mutex)  remove   up(mutex)  up(room)
 *
 *   a thread that has the mutex sees
 *     size of the ring = permits of items + consumers that hold a permit and have not removed yet
 *     permits of room  ≤ capacity - size of the ring
 * </pre>
 *
 * <p>So a thread that holds a permit always finds, once it has the mutex, the item or the slot that
 * the permit stands for. And if an item has no permit, it belongs to some consumer. This is why an
 * item and its permit are added together, under the mutex. In the textbook, the producer releases
 * the mutex before it adds the permit. Between the two steps, {@link #remove} would see an item
 * without a permit and take it for a consumer's, although no consumer has its permit.
 *
 * <p>To take an item needs two steps: the permit and the removal. So a poll may return null while
 * an item is inside, because another consumer has the item's permit and has not removed the item
 * yet. Another poll may then get that item. The queue is therefore not linearizable: Lincheck's
 * model checker found a counterexample with two threads and three calls. A pool works with it,
 * because the consumer that has the permit does remove an item.
 *
 * <p>Only the first down may be interrupted. A thread that has a permit continues to the end;
 * otherwise an item would be left for which there is no permit. If an Error ends it nevertheless,
 * it returns its permit.
 */
final class SemaphoreQueue<T> extends HandoffQueue<T> {
  private final Semaphore items = new Semaphore(0);
  private final Semaphore room;
  private final Semaphore mutex;

  /** Guarded by mutex. */
  private final RingBuffer<T> ring;

  SemaphoreQueue(int capacity) {
    this(capacity, new Semaphore(1));
  }

  /** Creates a queue with a mutex of the test's own, which has one permit. */
  SemaphoreQueue(int capacity, Semaphore mutex) {
    this.mutex = mutex;
    room = new Semaphore(capacity);
    ring = new RingBuffer<>(capacity);
  }

  @Override
  public boolean offer(T item) {
    Objects.requireNonNull(item, "item");
    if (!room.tryAcquire()) {
      return false;
    }
    addOnPermit(item);
    return true;
  }

  @Override
  public void put(T item) throws InterruptedException {
    Objects.requireNonNull(item, "item");
    room.acquire();
    addOnPermit(item);
  }

  @Override
  public T take() throws InterruptedException {
    items.acquire();
    return removeOnPermit();
  }

  @Override
  public @Nullable T poll() {
    return items.tryAcquire() ? removeOnPermit() : null;
  }

  /**
   * Removes an item and its permit, because without one every item inside belongs to some consumer.
   * This takes a permit only for an item that is sure to be removed: a permit that is held while
   * searching would hide an item from {@link #poll}.
   */
  @Override
  public boolean remove(Object item) {
    mutex.acquireUninterruptibly();
    boolean removed;
    try {
      removed = ring.contains(item) && items.tryAcquire() && ring.remove(item);
    } finally {
      mutex.release();
    }
    if (removed) {
      room.release();
    }
    return removed;
  }

  @Override
  public int size() {
    mutex.acquireUninterruptibly();
    try {
      return ring.size();
    } finally {
      mutex.release();
    }
  }

  @Override
  public int remainingCapacity() {
    return room.availablePermits();
  }

  @Override
  List<T> items() {
    mutex.acquireUninterruptibly();
    try {
      return ring.toList();
    } finally {
      mutex.release();
    }
  }

  private void addOnPermit(T item) {
    boolean added = false;
    try {
      mutex.acquireUninterruptibly();
      try {
        ring.add(item);
        added = true;
        items.release();
      } finally {
        mutex.release();
      }
    } finally {
      if (!added) {
        room.release();
      }
    }
  }

  private T removeOnPermit() {
    boolean removed = false;
    try {
      mutex.acquireUninterruptibly();
      try {
        T item = ring.remove();
        removed = true;
        return item;
      } finally {
        mutex.release();
      }
    } finally {
      (removed ? room : items).release();
    }
  }
}
