package tailgate.adaptivepool;

import org.jspecify.annotations.Nullable;
import tailgate.queue.BoundedQueue;

/**
 * The work of one thread: take a task, perform it, until the queue says that there is no more.
 *
 * <pre>
 *   starting ──▶ taking ⇄ performing          a task's Throwable ends the task, not the worker
 *                  │ the queue answers null
 *                  ▼
 *               retiring ──▶ gone
 * </pre>
 *
 * <p>A worker never decides to leave. The queue releases it, under its lock, when it knows that it
 * holds no task. If its thread dies for another reason (no memory for its own bookkeeping), the
 * task that it performs is lost, and the next look at the pool finds the worker gone.
 *
 * <p>Tested by {@code WorkerTest}, {@code ScalerTest} and, under a model checker, {@code
 * WorkerSetModelTest}.
 */
final class Worker implements Runnable {

  /** The worker that the current thread is; unset elsewhere. */
  private static final ThreadLocal<@Nullable Worker> CURRENT = new ThreadLocal<>();

  private final WorkerSet workerSet;
  private final BoundedQueue<Runnable> queue;
  private final WorkerSet.Member member = new WorkerSet.Member();

  Worker(WorkerSet workerSet, BoundedQueue<Runnable> queue) {
    this.workerSet = workerSet;
    this.queue = queue;
  }

  /** This worker, as its set sees it. */
  WorkerSet.Member member() {
    return member;
  }

  /** The worker of this set that the current thread is, or null if it is none. */
  static @Nullable Worker current(WorkerSet workerSet) {
    Worker worker = CURRENT.get();
    return worker != null && worker.workerSet == workerSet ? worker : null;
  }

  @Override
  public void run() {
    boolean released = false;
    try {
      CURRENT.set(this);
      while (performNext()) {
        // until it is released
      }
      released = true;
    } finally {
      workerSet.leave(member, released);
    }
  }

  /**
   * Performs the next task; false if there is none for this worker any more. A method of its own,
   * so that the frame of a thread that waits for a task refers to none: the last task would stay
   * reachable by it.
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
   * Performs a task on the current thread, which must be this worker's. Never throws what the task
   * throws.
   */
  void perform(Runnable task) {
    try {
      task.run();
    } catch (Throwable thrown) {
      report(thrown);
    }
    member.completedOne();
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
    // Cleared first and tested second, so that an interrupt by shutdownNow between the two is not
    // taken for an old one.
    Thread.interrupted();
    if (workerSet.isStopping()) {
      Thread.currentThread().interrupt();
    }
  }

  private static void report(Throwable thrown) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
    } catch (Throwable handlersOwn) {
      // As in the JVM: what a handler throws is ignored, and the worker lives.
    }
  }
}
