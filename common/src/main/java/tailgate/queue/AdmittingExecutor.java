package tailgate.queue;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * A pool that lets only some tasks in, as an {@link AdmissionController} says. It is for pools what
 * a controller inside a {@link DisciplinedSemaphore} is for threads that wait themselves. The pool
 * knows nothing of it, and may have any queue and any {@link QueueDiscipline}.
 *
 * <pre>
 *               admitted, or it cannot be refused
 *   execute ──┬──────────────────────────────────▶ INSIDE ──┬─ performed ──────────────▶ LEFT, a sample
 *             └──▶ refused at once: ADMISSION               ├─ refused by its queue ───▶ LEFT
 *                                                           └─ the pool has no room ───▶ LEFT
 * </pre>
 *
 * <p>Invariants, while nobody holds the lock:
 *
 * <ol>
 *   <li>{@code inside} is the number of tasks that are INSIDE: each is counted once before the pool
 *       gets it, and leaves once. Those that {@link #stop} drops stay inside; nobody counts then.
 *   <li>A task is either given to the pool or refused, and never both.
 * </ol>
 *
 * <p>The lock is held for a few instructions, with no foreign code but the clock, and no other lock
 * is taken under it. A task costs an object, three readings of the clock, and the lock twice.
 *
 * <p>A task that is not {@link Refusable} is let in.
 *
 * <p>Thread-safe. Tests: AdmittingExecutorTest.
 */
public final class AdmittingExecutor implements TaskExecutor {

  /** A task that was let in. */
  private final class Admitted implements Refusable {
    private final Runnable task;
    private final long arrivedNanos;

    /** Whether the thread has left its place. Guarded by lock. */
    private boolean hasLeft;

    private Admitted(Runnable task, long arrivedNanos) {
      this.task = task;
      this.arrivedNanos = arrivedNanos;
    }

    @Override
    public void run() {
      long begunNanos = clock.getAsLong();
      try {
        task.run();
      } finally {
        performed(this, begunNanos);
      }
    }

    @Override
    public boolean refuse(Lateness why) {
      boolean refused = true; // if this throws, nobody performs it
      try {
        refused = isRefused(task, why);
      } finally {
        if (refused) {
          left(this);
        }
      }
      return refused;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final TaskExecutor pool;
  private final LongSupplier clock;

  /** Guarded by lock. */
  private final AdmissionController controller;

  /** Guarded by lock. */
  private int inside;

  private AdmittingExecutor(TaskExecutor pool, AdmissionController controller, LongSupplier clock) {
    this.pool = pool;
    this.controller = controller;
    this.clock = clock;
  }

  /**
   * The pool itself if the rule lets all tasks in, and else one that lets some into it.
   *
   * @param workers the most tasks that the pool can perform at the same time, at least 1
   * @param clock like {@link System#nanoTime}; used by many threads
   */
  public static TaskExecutor of(
      TaskExecutor pool, AdmissionRule rule, int workers, LongSupplier clock) {
    AdmissionController controller = rule.controller(workers, clock);
    return controller == null ? pool : new AdmittingExecutor(pool, controller, clock);
  }

  /**
   * Gives the task to the pool, or refuses it on this thread, and then returns too.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the pool does
   */
  @Override
  public void execute(Runnable task) {
    var admitted = new Admitted(Objects.requireNonNull(task, "task"), clock.getAsLong());
    if (!enter(false)) {
      if (isRefused(task, Lateness.ADMISSION)) {
        return;
      }
      enter(true);
    }
    boolean given = false;
    try {
      pool.execute(admitted);
      given = true;
    } finally {
      if (!given) {
        left(admitted);
      }
    }
  }

  private static boolean isRefused(Runnable task, Lateness why) {
    return task instanceof Refusable refusable && refusable.refuse(why);
  }

  /** Counts a task that must be let in, or may. */
  private boolean enter(boolean must) {
    lock.lock();
    try {
      boolean enters = must || controller.admits(inside);
      inside += enters ? 1 : 0;
      return enters;
    } finally {
      lock.unlock();
    }
  }

  private void performed(Admitted admitted, long begunNanos) {
    lock.lock();
    try {
      left(admitted);
      long now = clock.getAsLong();
      controller.answered(
          now, begunNanos - admitted.arrivedNanos, now - admitted.arrivedNanos, inside);
    } finally {
      lock.unlock();
    }
  }

  private void left(Admitted admitted) {
    lock.lock();
    try {
      inside -= admitted.hasLeft ? 0 : 1;
      admitted.hasLeft = true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int stop() {
    return pool.stop();
  }

  @Override
  public boolean awaitEnd(Duration timeout) throws InterruptedException {
    return pool.awaitEnd(timeout);
  }
}
