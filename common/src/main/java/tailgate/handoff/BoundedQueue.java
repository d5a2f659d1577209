package tailgate.handoff;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A first-in, first-out queue of limited length between threads that bring and threads that take:
 * the classic monitor of one lock and two conditions, as in {@code 000_3ec83fdda420552f.txt}.
 *
 * <pre>
 *             put, offer                          take, poll
 *   bringer ──────────────▶ [ ring of capacity ] ──────────────▶ taker
 *      waits on notFull       0 ≤ size ≤ capacity        waits on notEmpty
 *
 *   OPEN ──close()──▶ CLOSED (refuses, still gives) ──last item taken──▶ DRAINED (answers null)
 * </pre>
 *
 * <p>Every waiter re-tests its predicate in a loop, and every change that can make a predicate true
 * signals: one item wakes one taker, one free place wakes one bringer, {@link #close} wakes all.
 * Nothing is allocated per item.
 *
 * <p>Beyond the classic, the queue can {@linkplain #dismiss dismiss} takers. The decision is made
 * where the demand is known for certain: under the lock, by a taker that finds nothing to take. So
 * a taker cannot leave past an item, and an item cannot arrive past a taker that leaves.
 *
 * <p>Thread-safe. Calls no foreign code while it holds its lock, so this lock may be taken under
 * any other.
 *
 * @param <T> the items
 */
public final class BoundedQueue<T> {

  /** The most that a capacity may be: longer queues are a mistake, and would take their memory. */
  public static final int MAX_CAPACITY = 1 << 20;

  /**
   * The queue at one instant.
   *
   * @param depth items inside
   * @param waiting threads inside {@link #take} or {@link #poll} that wait for an item
   * @param accepted items taken in since the beginning
   * @param released takers sent away since the beginning: dismissed, or come to a drained queue
   */
  public record Snapshot(int depth, int waiting, long accepted, long released) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Condition notFull = lock.newCondition();

  /** Guarded by lock. */
  private final Ring<T> ring;

  /** The ring's size. Set under lock, and read opaquely without it: no fence either way. */
  private final AtomicInteger depth = new AtomicInteger();

  /** Guarded by lock. Takers at work; whoever has the lock sees only those that wait. */
  private int waiting;

  /** Guarded by lock. Takers still to be sent away. */
  private int dismissals;

  /** Guarded by lock. */
  private long accepted;

  /** Guarded by lock. */
  private long released;

  /** Written under lock; volatile because {@link #isClosed()} reads it without. */
  private volatile boolean closed;

  /**
   * Makes an empty, open queue.
   *
   * @throws IllegalArgumentException if capacity is not from 1 to {@link #MAX_CAPACITY}
   */
  public BoundedQueue(int capacity) {
    ring = new Ring<>(capacity);
  }

  static int checkedCapacity(int capacity) {
    if (capacity < 1 || capacity > MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "capacity must be from 1 to " + MAX_CAPACITY + ", not " + capacity);
    }
    return capacity;
  }

  /** Brings an item, waiting for room; answers anything but {@link Admission#FULL}. */
  public Admission put(T item) throws InterruptedException {
    Objects.requireNonNull(item, "item");
    lock.lockInterruptibly();
    try {
      while (isFull() && !closed) {
        notFull.await();
      }
      return admit(item);
    } finally {
      lock.unlock();
    }
  }

  /** Brings an item without waiting. */
  public Admission offer(T item) {
    Objects.requireNonNull(item, "item");
    lock.lock();
    try {
      return admit(item);
    } finally {
      lock.unlock();
    }
  }

  /** Brings an item, waiting for room no longer than the timeout. */
  public Admission offer(T item, Duration timeout) throws InterruptedException {
    Objects.requireNonNull(item, "item");
    long leftNanos = timeout.toNanos();
    lock.lockInterruptibly();
    try {
      while (isFull() && !closed && leftNanos > 0) {
        leftNanos = notFull.awaitNanos(leftNanos);
      }
      return admit(item);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the oldest item, waiting for one.
   *
   * @return null when there is nothing more for this taker: the queue is closed and drained, or it
   *     is empty and the taker has been {@linkplain #dismiss dismissed}
   */
  public @Nullable T take() throws InterruptedException {
    lock.lockInterruptibly();
    waiting++;
    try {
      while (isEmpty() && !mayLeave()) {
        notEmpty.await();
      }
      return removeOrLeave();
    } finally {
      waiting--;
      lock.unlock();
    }
  }

  /**
   * Takes the oldest item, waiting for one no longer than the timeout.
   *
   * @return null when none came in time, or for the reasons of {@link #take}
   */
  public @Nullable T poll(Duration timeout) throws InterruptedException {
    long leftNanos = timeout.toNanos();
    lock.lockInterruptibly();
    waiting++;
    try {
      while (isEmpty() && !mayLeave() && leftNanos > 0) {
        leftNanos = notEmpty.awaitNanos(leftNanos);
      }
      return removeOrLeave();
    } finally {
      waiting--;
      lock.unlock();
    }
  }

  /** Takes the oldest item if there is one. */
  public @Nullable T poll() {
    lock.lock();
    try {
      return isEmpty() ? null : remove();
    } finally {
      lock.unlock();
    }
  }

  /** Takes out that very object, wherever it is; answers whether it was inside. */
  public boolean remove(Object item) {
    lock.lock();
    try {
      boolean removed = ring.remove(item);
      if (removed) {
        madeRoom();
      }
      return removed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Asks that many takers to leave: from now on, so many calls of {@link #take} or {@link #poll}
   * are answered null as soon as they find the queue empty, those that wait already among them. The
   * number replaces one given earlier; 0 takes back what has not been used.
   */
  public void dismiss(int takers) {
    lock.lock();
    try {
      dismissals = takers;
      for (int woken = 0; woken < Math.min(takers, waiting); woken++) {
        notEmpty.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Refuses all further items and wakes everybody who waits. What is inside can still be taken. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      notEmpty.signalAll();
      notFull.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Takes everything out at once, oldest first. */
  public List<T> drain() {
    lock.lock();
    try {
      List<T> items = new ArrayList<>(ring.size());
      while (!isEmpty()) {
        items.add(remove());
      }
      return items;
    } finally {
      lock.unlock();
    }
  }

  /** The queue now, and what it has done so far. */
  public Snapshot snapshot() {
    lock.lock();
    try {
      return new Snapshot(ring.size(), waiting, accepted, released);
    } finally {
      lock.unlock();
    }
  }

  /** What is inside now, oldest first. */
  public List<T> items() {
    lock.lock();
    try {
      return ring.toList();
    } finally {
      lock.unlock();
    }
  }

  /** How many items are inside, or were a moment ago: takes no lock. */
  public int depth() {
    return depth.getOpaque();
  }

  /** About how many threads wait for the lock: takes none. */
  public int contenders() {
    return lock.getQueueLength();
  }

  /** The most items that can be inside. Never changes, so it takes no lock. */
  public int capacity() {
    return ring.capacity();
  }

  /** Whether {@link #close} has been called. Takes no lock. */
  public boolean isClosed() {
    return closed;
  }

  // All below: only with the lock held.

  private boolean isEmpty() {
    return ring.size() == 0;
  }

  private boolean isFull() {
    return ring.size() == ring.capacity();
  }

  private Admission admit(T item) {
    if (closed) {
      return Admission.CLOSED;
    }
    if (isFull()) {
      return Admission.FULL;
    }
    ring.add(item);
    depth.setOpaque(ring.size());
    accepted++;
    notEmpty.signal();
    return ring.size() <= waiting ? Admission.AWAITED : Admission.BACKLOG;
  }

  private T remove() {
    T item = ring.remove();
    madeRoom();
    return item;
  }

  private void madeRoom() {
    depth.setOpaque(ring.size());
    notFull.signal();
  }

  private boolean mayLeave() {
    return closed || dismissals > 0;
  }

  private @Nullable T removeOrLeave() {
    if (!isEmpty()) {
      return remove();
    }
    if (mayLeave()) {
      dismissals = Math.max(0, dismissals - 1);
      released++;
    }
    return null;
  }
}
