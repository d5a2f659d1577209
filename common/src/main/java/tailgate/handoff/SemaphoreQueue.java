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
 *   bring:  down(room)   down(mutex)  add      up(mutex)  up(items)
 *   take:   down(items)  down(mutex)  remove   up(mutex)  up(room)
 *
 *   permits of items ≤ size of the ring
 *   permits of room  ≤ capacity - size of the ring
 * </pre>
 *
 * <p>The difference is held by threads on their way. So who holds a permit is sure to find, once it
 * has the mutex, the item or the place that it stands for.
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

  /** Without a permit every item inside is some taker's. */
  @Override
  public boolean remove(Object item) {
    if (!items.tryAcquire()) {
      return false;
    }
    mutex.acquireUninterruptibly();
    boolean removed = ring.remove(item);
    mutex.release();
    (removed ? room : items).release();
    return removed;
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
    ring.add(item);
    mutex.release();
    items.release();
  }

  private T removeOnPermit() {
    mutex.acquireUninterruptibly();
    T item = ring.remove();
    mutex.release();
    room.release();
    return item;
  }
}
