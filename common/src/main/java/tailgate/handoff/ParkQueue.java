package tailgate.handoff;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Choose it to see what the condition costs: a ring under a lock, as in {@link BoundedQueue}, but
 * who waits does so outside the lock, on a {@link Futex}. The question, and the answer that it is a
 * little faster, are from {@code 003_3e9c0b52922d9f0b.txt}.
 *
 * <pre>
 *   loop:  seen = word      read before the look, so that whatever comes after it is noticed
 *          try              under the lock; on success advance the other side's word, and return
 *          await(seen)      outside the lock; returns at once if the word has moved on
 * </pre>
 *
 * <p>A thread that is woken has been promised nothing: another may have been quicker, and then it
 * waits again. That is the price for not going through the lock in order to fall asleep. With eight
 * who bring it is as quick as the condition; with one, who wakes a thread for each item and sees it
 * come too late, it was far slower on two cores: a condition wakes its waiter at the unlock only.
 */
final class ParkQueue<T> extends HandoffQueue<T> {
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock. */
  private final Ring<T> ring;

  /** Moves on with every item that comes. */
  private final Futex brought = new Futex();

  /** Moves on with every item that goes. */
  private final Futex taken = new Futex();

  ParkQueue(int capacity) {
    ring = new Ring<>(capacity);
  }

  @Override
  public void put(T item) throws InterruptedException {
    while (true) {
      int seen = taken.word();
      if (offer(item)) {
        return;
      }
      taken.await(seen);
    }
  }

  @Override
  public boolean offer(T item) {
    Objects.requireNonNull(item, "item");
    boolean added = addIfRoom(item);
    if (added) {
      brought.advance();
    }
    return added;
  }

  @Override
  public T take() throws InterruptedException {
    while (true) {
      int seen = brought.word();
      T item = poll();
      if (item != null) {
        return item;
      }
      brought.await(seen);
    }
  }

  @Override
  public @Nullable T poll() {
    T item = removeOldest();
    if (item != null) {
      taken.advance();
    }
    return item;
  }

  @Override
  public boolean remove(Object item) {
    boolean removed = removeThis(item);
    if (removed) {
      taken.advance();
    }
    return removed;
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
      if (ring.size() == ring.capacity()) {
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
      return ring.size() == 0 ? null : ring.remove();
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
