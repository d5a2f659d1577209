package tailgate.queue;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of permits for threads that wait for them themselves. It is to stages with a
 * thread for each connection what a {@link BoundedQueue} is to pools: the same {@link
 * QueueDiscipline} chooses who is next, and who has waited too long. It may have an {@link
 * AdmissionController}, which refuses some before they wait.
 *
 * <p>Virtual threads that compute seldom wait for a permit: few are in the handler at a time,
 * because few have a carrier. What they wait for is a carrier, and nobody sees that. So a virtual
 * thread first lets run what is ready, with {@link Thread#yield}, and the time until it runs again
 * counts as a wait. It is about as long as the one before it, which is in no figure: for a carrier
 * to read the request. While carriers are free, only one thread in a millisecond does so. A look
 * sees the queue of one carrier, and nothing while the thread is pinned: that is how the JDK's
 * scheduler is made, and specified nowhere.
 *
 * <pre>
 *               a permit is free
 *   acquire ──────────────────────────────────────────────▶ PERMITTED ──release──▶
 *       │                                                       ▲
 *       ├─ none is ─▶ WAITING ─ a release chooses it ───────────┤
 *       │                ├───── a release finds it too late ────┼──▶ REFUSED
 *       │                ├───── its deadline passes ────────────┼──▶ REFUSED
 *       │                └───── it is interrupted ──────────────┘──▶ gone
 *       ├─ it was without a carrier for too long ──────────────────▶ REFUSED
 *       └─ the controller does not admit it ───────────────────────▶ REFUSED
 * </pre>
 *
 * <p>Invariants, while nobody holds the lock:
 *
 * <ol>
 *   <li>{@code free + permitted = permits}.
 *   <li>If a permit is free, nobody waits: a release gives its permit to a waiting thread that is
 *       not too late, and only if there is none, the permit becomes free. So nobody overtakes those
 *       who wait for a permit, except as the discipline says. A thread that lets others run does
 *       not wait for a permit yet; if it then has to, its wait counts from its arrival, though
 *       others who came later may be before it.
 *   <li>A thread that waits is in the ring until it is permitted, refused or gone. So {@code
 *       permitted + waiting + yielding} are inside, as the controller counts.
 * </ol>
 *
 * <p>No wake-up is lost: each thread waits on a condition of its own, and is settled and signalled
 * under the lock. If a thread is permitted and interrupted in the same moment, it passes its permit
 * on.
 *
 * <p>Thread-safe. Calls no foreign code but the clock while it holds its lock. It allocates only
 * for threads that wait for a permit. Tests: DisciplinedSemaphoreTest, and
 * DisciplinedSemaphoreModelTest under a model checker.
 */
public final class DisciplinedSemaphore {

  private static final long NO_DEADLINE = Long.MAX_VALUE;

  /** So often a virtual thread looks whether carriers are free; if they are not, each one does. */
  private static final long LOOK_NANOS = 1_000_000;

  /** A thread that waits. Guarded by lock. */
  private static final class Waiter {
    final Condition settled;
    boolean isSettled;
    @Nullable Lateness lateness;

    Waiter(Condition settled) {
      this.settled = settled;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock. */
  private final QueueOrder<Waiter> order;

  /** Guarded by lock. */
  private final RingBuffer<Waiter> waiting;

  private final @Nullable Duration deadline;

  /** Guarded by lock; null if all may wait. */
  private final @Nullable AdmissionController controller;

  /** Whether a thread may be refused, so that it matters how long it was without a carrier. */
  private final boolean refuses;

  /** What lets other virtual threads run. */
  private final Runnable yielder;

  private final int permits;

  /** Guarded by lock. */
  private int free;

  /** Virtual threads that let others run. Guarded by lock. */
  private int yielding;

  /** When a virtual thread last began to let others run. Guarded by lock. */
  private long lookedNanos;

  /** How long a virtual thread was without a carrier, the last time. Guarded by lock. */
  private long carrierNanos;

  /**
   * All permits are free, and all threads may wait.
   *
   * @param permits at least 1
   * @param mostWaiting threads that may wait, from 1 to {@link RingBuffer#MAX_CAPACITY}
   * @param clock like {@link System#nanoTime}
   * @throws IllegalArgumentException if a number is out of range
   */
  public DisciplinedSemaphore(
      int permits, int mostWaiting, QueueDiscipline discipline, LongSupplier clock) {
    this(permits, mostWaiting, discipline, AdmissionRule.NONE, clock);
  }

  /** Creates a semaphore whose permits are all free; the admission says which threads may wait. */
  public DisciplinedSemaphore(
      int permits,
      int mostWaiting,
      QueueDiscipline discipline,
      AdmissionRule admission,
      LongSupplier clock) {
    this(permits, mostWaiting, discipline, admission, clock, DisciplinedSemaphore::letOthersRun);
  }

  /** Creates a semaphore with another way to let other virtual threads run. */
  DisciplinedSemaphore(
      int permits,
      int mostWaiting,
      QueueDiscipline discipline,
      AdmissionRule admission,
      LongSupplier clock,
      Runnable yielder) {
    if (permits < 1) {
      throw new IllegalArgumentException("permits must be at least 1, not " + permits);
    }
    this.yielder = yielder;
    this.permits = permits;
    this.free = permits;
    this.controller = admission.controller(permits, clock);
    this.order = new QueueOrder<>(discipline, clock);
    this.waiting = new RingBuffer<>(mostWaiting, true);
    this.deadline = discipline.deadline();
    this.refuses = discipline.policy().isRefusing() || deadline != null || controller != null;
    this.lookedNanos = order.now();
  }

  /**
   * Takes a permit, and waits for it if necessary.
   *
   * @return null if the caller has a permit, and else why it was refused
   * @throws InterruptedException if it was interrupted while it waited; it has no permit then
   * @throws RejectedExecutionException if too many wait already
   */
  public @Nullable Lateness acquire() throws InterruptedException {
    lock.lock();
    try {
      long arrived = order.now();
      if (controller != null && !controller.admits(inside())) {
        return Lateness.ADMISSION;
      }
      boolean isVirtual = refuses && Thread.currentThread().isVirtual();
      boolean looks = isVirtual && isTimeToLook(arrived);
      long now = looks ? afterTheOthers(arrived) : arrived;
      if (free > 0) {
        // A virtual thread that did not look knows nothing about the carriers.
        Lateness lateness = isVirtual && !looks ? null : order.passed(now, now - arrived);
        free -= lateness == null ? 1 : 0;
        return lateness;
      }
      if (waiting.isFull()) {
        throw new RejectedExecutionException(waiting.size() + " threads wait already");
      }
      var waiter = new Waiter(lock.newCondition());
      waiting.add(waiter, arrived);
      await(waiter, arrived);
      return waiter.lateness;
    } finally {
      lock.unlock();
    }
  }

  /** Gives a permit back. Refuses who is too late for it, and wakes the next one. */
  public void release() {
    lock.lock();
    try {
      passOn();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives a permit back, and tells the controller how long the request took.
   *
   * @param arrivedNanos what {@link #now} said before {@link #acquire}
   * @param begunNanos what it said after that
   */
  public void release(long arrivedNanos, long begunNanos) {
    lock.lock();
    try {
      if (controller != null) {
        long now = order.now();
        controller.answered(now, begunNanos - arrivedNanos, now - arrivedNanos, inside() - 1);
      }
      passOn();
    } finally {
      lock.unlock();
    }
  }

  /** The time, for {@link #release(long, long)}; 0, and no clock is read, if nobody uses it. */
  public long now() {
    return controller == null ? 0 : order.now();
  }

  /** Returns how many threads wait now. */
  public int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /** The most threads that can wait. */
  public int mostWaiting() {
    return waiting.capacity(); // never changes
  }

  // All methods below need the lock.

  private int inside() {
    return permits - free + waiting.size() + yielding;
  }

  private boolean isTimeToLook(long now) {
    return carrierNanos >= LOOK_NANOS || now - lookedNanos >= LOOK_NANOS;
  }

  @SuppressWarnings("ThreadPriorityCheck") // in the JDK, it goes to the end of its carrier's queue
  private static void letOthersRun() {
    Thread.yield();
  }

  /** The time when this virtual thread has a carrier again. It has no lock meanwhile. */
  private long afterTheOthers(long arrived) {
    lookedNanos = arrived;
    yielding++;
    lock.unlock();
    try {
      yielder.run();
    } finally {
      lock.lock();
      yielding--;
    }
    long now = order.now();
    carrierNanos = now - arrived;
    return now;
  }

  /** Settles who is next; if nobody is, the permit becomes free. */
  private void passOn() {
    while (!waiting.isEmpty()) {
      Waiter next = order.remove(waiting);
      settle(next, order.lateness());
      if (next.lateness == null) {
        return;
      }
    }
    free++;
  }

  private void await(Waiter waiter, long sinceNanos) throws InterruptedException {
    boolean ended = false;
    try {
      while (!waiter.isSettled) {
        long left = leftNanos(sinceNanos);
        if (left == NO_DEADLINE) {
          waiter.settled.await();
        } else if (left >= 0) {
          waiter.settled.awaitNanos(left + 1);
        } else if (waiting.remove(waiter)) {
          settle(waiter, Lateness.DEADLINE); // perhaps no release comes in time
        }
      }
      ended = true;
    } finally {
      if (!ended) {
        leave(waiter);
      }
    }
  }

  /** Interrupted, or failed; it may have got a permit in this moment. */
  private void leave(Waiter waiter) {
    if (!waiting.remove(waiter) && waiter.lateness == null) {
      passOn();
    }
  }

  /** Returns the time until the deadline; negative if it is over. */
  private long leftNanos(long sinceNanos) {
    return deadline == null ? NO_DEADLINE : deadline.toNanos() - (order.now() - sinceNanos);
  }

  private static void settle(Waiter waiter, @Nullable Lateness lateness) {
    waiter.isSettled = true;
    waiter.lateness = lateness;
    waiter.settled.signal();
  }
}
