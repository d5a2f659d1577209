package tailgate.handoff;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Choose it to see the operating systems lecture at work: a ring under a binary semaphore, and
 * counting semaphores for what is inside and what is free, as in {@code 001_a4b2219789469a5b.txt}.
 *
 * <pre>
 *   bring:  down(room)   down(mutex)  add      up(items)  up(mutex)
 *   take:   down(items)  down(mutex)  remove   up(mutex)  up(room)
 *
 *   whoever has the mutex sees
 *     size of the ring = permits of items + takers on their way
 *     permits of room  ≤ capacity - size of the ring
 * </pre>
 *
 * <p>So who holds a permit is sure to find, once it has the mutex, the item or the place that it
 * stands for. And an item for which there is no permit is some taker's: that is why an item and its
 * permit appear at once. The lecture's bringer gives the mutex back first, and in between a remover
 * would take an item for somebody's that nobody comes for.
 *
 * <p>That makes two steps of one: a poll may answer null while an item is inside, because somebody
 * else has its permit and not come for it yet, and then another poll may be given that item. So it
 * is not linearizable, as Lincheck's model checker found out with two threads and three calls. A
 * pool does not mind, for who has the permit comes.
 *
 * <p>Only the first down may be interrupted. Whoever has a permit goes through to the end, or an
 * item would be left that no permit stands for.
 */
final class SemaphoreQueue<T> extends HandoffQueue<T> {
  private final Semaphore items = new Semaphore(0);
  private final Semaphore room;
  private final Semaphore mutex = new Semaphore(1);

  /** Guarded by mutex. */
  private final Ring<T> ring;

  SemaphoreQueue(int capacity) {
    room = new Semaphore(capacity);
    ring = new Ring<>(capacity);
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
   * Without a permit every item inside is some taker's. A permit is taken for an item only that is
   * sure to go with it: who held one to look around would hide an item from those that poll.
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
    mutex.acquireUninterruptibly();
    try {
      ring.add(item);
      items.release();
    } finally {
      mutex.release();
    }
  }

  private T removeOnPermit() {
    T item;
    mutex.acquireUninterruptibly();
    try {
      item = ring.remove();
    } finally {
      mutex.release();
    }
    room.release();
    return item;
  }
}
