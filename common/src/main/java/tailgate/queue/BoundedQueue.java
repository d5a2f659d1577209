package tailgate.queue;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A queue of limited length between producers and consumers, first in, first out: the classic
 * monitor of one lock and two conditions, as in the Rust pool study
 * (docs/origins.md#rust-pool-study).
 *
 * <pre>
 *                put, offer                            take, poll
 *   producer ──────────────▶ [ ring of capacity ] ──────────────▶ consumer
 *      waits on notFull        0 ≤ size ≤ capacity        waits on notEmpty
 *
 *   OPEN ──close()──▶ CLOSED (refuses, still gives) ──last item taken──▶ DRAINED (answers null)
 * </pre>
 *
 * <p>Every waiting thread tests its predicate in a loop. Every change that can make a predicate
 * true signals: one item wakes one consumer, one free slot wakes one producer, {@link #close} wakes
 * all. Nothing is allocated per item.
 *
 * <p>In addition to the classic monitor, the queue can {@linkplain #releaseIdle release} consumers
 * that find it empty, and {@linkplain #releaseAny those that come back} for another item. {@link
 * Consumers} explains why no item is lost by this.
 *
 * <p>With a {@link QueueDiscipline} that is not plain, {@link #take} may give the newest item
 * first, and refuses items that are too late: {@link QueueOrder} chooses under the lock, and the
 * consumer refuses outside it. So an accepted item is given once, and then either returned by
 * {@code take} or refused. The other methods do not depend on the discipline.
 *
 * <p>Thread-safe. Calls no foreign code but the clock while it holds its lock, so this lock may be
 * taken under any other. {@code BoundedQueueTest} tests each transition, {@code
 * BoundedQueueModelTest} and the threadpool's {@code LinearizabilityTest} run it under a model
 * checker.
 *
 * @param <T> the items
 */
public final class BoundedQueue<T> {

  /** The largest capacity. */
  public static final int MAX_CAPACITY = RingBuffer.MAX_CAPACITY;

  /**
   * The queue at one instant.
   *
   * @param depth items inside
   * @param waiting threads inside {@link #take} that wait for an item
   * @param accepted items accepted since the beginning
   * @param released consumers that left since the beginning because {@link #take} returned null
   */
  public record Snapshot(int depth, int waiting, long accepted, long released) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Condition notFull = lock.newCondition();

  /** Guarded by lock. */
  private final RingBuffer<T> ring;

  /**
   * The number of items in the ring. Written under the lock, and read without it, both in opaque
   * mode: no memory fence.
   */
  private final AtomicInteger depth = new AtomicInteger();

  /** Guarded by lock. */
  private final Consumers consumers = new Consumers();

  /** Guarded by lock; null if the discipline is plain. */
  private final @Nullable QueueOrder<T> order;

  /** Guarded by lock. */
  private long accepted;

  /** Written under lock; volatile because {@link #isClosed()} reads it without. */
  private volatile boolean closed;

  /**
   * Makes an empty, open queue.
   *
   * @throws IllegalArgumentException if capacity is not from 1 to {@link #MAX_CAPACITY}
   */
  public BoundedQueue(int capacity) {
    ring = new RingBuffer<>(capacity);
    order = null;
  }

  /**
   * Makes an empty, open queue with a discipline.
   *
   * @param clock like {@link System#nanoTime}; not read if the discipline is plain
   * @throws IllegalArgumentException if capacity is not from 1 to {@link #MAX_CAPACITY}
   */
  public BoundedQueue(int capacity, QueueDiscipline discipline, LongSupplier clock) {
    ring = new RingBuffer<>(capacity, !discipline.isPlain());
    order = discipline.isPlain() ? null : new QueueOrder<>(discipline, clock);
  }

  /**
   * Adds an item and waits for room if necessary, which counts as a part of the item's wait. Never
   * returns {@link Admission#FULL}.
   */
  public Admission put(T item) throws InterruptedException {
    Objects.requireNonNull(item, "item");
    long now = now();
    lock.lockInterruptibly();
    try {
      while (ring.isFull() && !closed) {
        notFull.await();
      }
      return admit(item, now);
    } finally {
      lock.unlock();
    }
  }

  /** Adds an item if there is room. Does not wait. */
  public Admission offer(T item) {
    Objects.requireNonNull(item, "item");
    long now = now();
    lock.lock();
    try {
      return admit(item, now);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the oldest item, or the one that the discipline prefers, and waits for one if necessary.
   * Refuses those that it finds too late.
   *
   * @return null when there is nothing more for this consumer: the queue is closed and drained, or
   *     it is empty and the consumer has been {@linkplain #releaseIdle released}, or {@linkplain
   *     #releaseAny any} consumer that comes may leave
   */
  public @Nullable T take() throws InterruptedException {
    while (true) {
      @Nullable T item;
      @Nullable Lateness lateness;
      lock.lockInterruptibly();
      consumers.enter();
      try {
        if (consumers.mayLeaveOnArrival()) {
          consumers.release();
          return null;
        }
        while (ring.isEmpty() && !mayLeave()) {
          notEmpty.await();
        }
        item = removeOrLeave();
        lateness = order == null || item == null ? null : order.lateness();
      } finally {
        consumers.exit();
        lock.unlock();
      }
      if (lateness == null || !isRefused(item, lateness)) {
        return item;
      }
    }
  }

  /**
   * Refuses the item if it can be refused, and returns whether it was. This acts: a connection
   * sends its 503 here. Called without the lock.
   */
  private static boolean isRefused(@Nullable Object item, Lateness lateness) {
    return item instanceof Refusable task && task.refuse(lateness);
  }

  /** Takes the oldest item if there is one. */
  public @Nullable T poll() {
    lock.lock();
    try {
      return ring.isEmpty() ? null : remove();
    } finally {
      lock.unlock();
    }
  }

  /** Removes this very object, wherever it is. Returns whether it was inside. */
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
   * Releases consumers that find nothing to take. From now on, {@code number} calls of {@link
   * #take} return null as soon as they find the queue empty, including calls that wait already. The
   * number replaces the one of an earlier call; 0 cancels the releases that have not been used.
   */
  public void releaseIdle(int number) {
    release(number, false);
  }

  /**
   * As {@link #releaseIdle}, and calls of {@link #take} that begin from now on return null even if
   * items are inside. (A call that waits already does so only if it finds the queue empty, because
   * it may have been woken for an item.) The caller must see to it that consumers are left.
   */
  public void releaseAny(int number) {
    release(number, true);
  }

  private void release(int number, boolean arrivalsToo) {
    lock.lock();
    try {
      consumers.setReleases(number, arrivalsToo);
      for (int woken = 0; woken < Math.min(number, consumers.waiting()); woken++) {
        notEmpty.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Refuses all further items and wakes all waiting threads. Items inside can still be taken. */
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

  /** Removes all items at once, and returns their number. */
  public int clear() {
    lock.lock();
    try {
      int removed = ring.size();
      while (!ring.isEmpty()) {
        remove();
      }
      return removed;
    } finally {
      lock.unlock();
    }
  }

  /** The queue now, and its counts so far. */
  public Snapshot snapshot() {
    lock.lock();
    try {
      return new Snapshot(ring.size(), consumers.waiting(), accepted, consumers.released());
    } finally {
      lock.unlock();
    }
  }

  /** A copy of the items inside, oldest first. */
  public List<T> items() {
    lock.lock();
    try {
      return ring.toList();
    } finally {
      lock.unlock();
    }
  }

  /** The number of items now or a moment ago: takes no lock. */
  public int depth() {
    return depth.getOpaque();
  }

  /** About how many threads wait for the lock. Takes no lock. */
  public int contenders() {
    return lock.getQueueLength();
  }

  /** The most items that can be inside. It never changes, so this takes no lock. */
  public int capacity() {
    return ring.capacity();
  }

  /** Whether {@link #close} has been called. Takes no lock. */
  public boolean isClosed() {
    return closed;
  }

  /** The time of an item that is about to be added; 0 if nobody asks for it. */
  private long now() {
    return order == null ? 0 : order.now();
  }

  // All methods below need the lock.

  private Admission admit(T item, long now) {
    if (closed) {
      return Admission.CLOSED;
    }
    if (ring.isFull()) {
      return Admission.FULL;
    }
    if (order == null) {
      ring.add(item);
    } else {
      ring.add(item, now);
    }
    depth.setOpaque(ring.size());
    accepted++;
    notEmpty.signal();
    return ring.size() <= consumers.waiting() ? Admission.AWAITED : Admission.BACKLOG;
  }

  private T remove() {
    T item = ring.remove();
    madeRoom();
    return item;
  }

  private T removeNext(QueueOrder<T> by) {
    T item = by.remove(ring);
    madeRoom();
    return item;
  }

  private void madeRoom() {
    depth.setOpaque(ring.size());
    notFull.signal();
  }

  private boolean mayLeave() {
    return closed || consumers.hasPendingRelease();
  }

  private @Nullable T removeOrLeave() {
    if (!ring.isEmpty()) {
      return order == null ? remove() : removeNext(order);
    }
    consumers.release();
    return null;
  }
}
