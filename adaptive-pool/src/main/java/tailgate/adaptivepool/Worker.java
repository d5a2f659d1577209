package tailgate.adaptivepool;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tailgate.queue.BoundedQueue;

/**
 * One thread's work: take a task, perform it, until the queue says that there is nothing more.
 *
 * <pre>
 *   starting ──▶ taking ⇄ performing          a task's Throwable ends the task, not the worker
 *                  │ the queue answers null
 *                  ▼
 *               retiring ──▶ gone
 * </pre>
 *
 * <p>It never decides to leave. It is sent away by the queue, which knows that it holds no task.
 * Should its thread die otherwise (no memory for its own bookkeeping), then with the task it holds,
 * and the next look at the pool finds it gone.
 */
final class Worker implements Runnable {

  /** The worker that the current thread is; unset elsewhere. */
  private static final ThreadLocal<@Nullable Worker> CURRENT = new ThreadLocal<>();

  private final Crew crew;
  private final BoundedQueue<Runnable> queue;

  /**
   * Written by this worker's thread alone, so that it needs no atomic addition, and opaquely:
   * whoever reads it may be a moment behind. A LongAdder for all took a tenth of the time of tasks
   * that do nothing.
   */
  private final AtomicLong performed = new AtomicLong();

  Worker(Crew crew, BoundedQueue<Runnable> queue) {
    this.crew = crew;
    this.queue = queue;
  }

  /** How many tasks this worker has performed. */
  long performed() {
    return performed.getOpaque();
  }

  /** The worker of that crew that the current thread is, or null if it is none. */
  static @Nullable Worker current(Crew crew) {
    Worker worker = CURRENT.get();
    return worker != null && worker.crew == crew ? worker : null;
  }

  @Override
  public void run() {
    boolean released = false;
    try {
      CURRENT.set(this);
      while (performNext()) {
        // until it is sent away
      }
      released = true;
    } finally {
      crew.leave(this, released);
    }
  }

  /**
   * Performs the next task; false if there is none for this worker any more. A method of its own,
   * so that who waits for a task has none in its frame: the last one would stay reachable by it.
   */
  private boolean performNext() {
    Runnable task = next();
    if (task == null) {
      return false;
    }
    settleInterrupt();
    perform(task);
    return true;
  }

  /**
   * Performs a task on the current thread, which must be this worker's; what it throws stays here.
   */
  void perform(Runnable task) {
    try {
      task.run();
    } catch (Throwable thrown) {
      tell(thrown);
    }
    performed.setOpaque(performed.getPlain() + 1);
  }

  private @Nullable Runnable next() {
    while (true) {
      try {
        return queue.take();
      } catch (InterruptedException late) {
        // Meant for a task that has ended, or from shutdownNow, which has emptied the queue: the
        // next take answers null. Either way the flag is clear now and nothing is lost.
      }
    }
  }

  /** A task starts uninterrupted, unless the pool is being stopped: then it starts interrupted. */
  private void settleInterrupt() {
    // Cleared first and asked second, so that an interrupt by shutdownNow between the two is not
    // taken for a stale one.
    Thread.interrupted();
    if (crew.isStopping()) {
      Thread.currentThread().interrupt();
    }
  }

  private static void tell(Throwable thrown) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
    } catch (Throwable handlersOwn) {
      // As the JVM does: what a handler throws is ignored, and the worker lives.
    }
  }
}
