package tailgate.threadpool;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import tailgate.queue.NestedTasks;

/**
 * What happens to a task for which a pool's queue is full, under the policy to block: a submitter
 * waits for room; a worker of the pool performs the task, or keeps another, as {@link NestedTasks}
 * says. Thread-safe.
 */
final class FullQueueHandler implements RejectedExecutionHandler {

  private final WorkerThreadFactory workers;

  /**
   * Whether a worker has ever kept a task. Volatile: set here by any worker, never reset; read by
   * the pool after each task, so that it looks for kept tasks only if there may be some.
   */
  volatile boolean keeping;

  /** For a pool whose workers are made by this factory. */
  FullQueueHandler(WorkerThreadFactory workers) {
    this.workers = workers;
  }

  @Override
  public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
    NestedTasks nested = workers.ofCurrentThread();
    if (pool.isShutdown()) {
      throw new RejectedExecutionException("shut down");
    } else if (nested == null) {
      waitForRoom(task, pool);
    } else if (nested.begin()) {
      try {
        perform(task);
      } finally {
        nested.end();
      }
    } else {
      exchange(task, nested, pool);
    }
  }

  /** Puts the task into the full queue itself, and waits for room. */
  private static void waitForRoom(Runnable task, ThreadPoolExecutor pool) {
    try {
      pool.getQueue().put(task);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RejectedExecutionException("interrupted while waiting for room", e);
    }
    rejectIfMissed(task, pool);
  }

  /** Keeps the oldest task of the queue, and gives its place to this one. */
  private void exchange(Runnable task, NestedTasks nested, ThreadPoolExecutor pool) {
    rejectIfFull(nested);
    keeping = true;
    Runnable oldest = pool.getQueue().poll();
    if (oldest != null) {
      nested.keep(oldest);
    }
    if (pool.getQueue().offer(task)) {
      rejectIfMissed(task, pool);
    } else { // another submitter was faster
      rejectIfFull(nested);
      nested.keep(task);
    }
  }

  private static void rejectIfFull(NestedTasks nested) {
    if (!nested.hasRoom()) {
      throw new RejectedExecutionException("the queue is full, and the worker cannot keep more");
    }
  }

  /** A shutdown between the test for it and the addition may not have seen the task. */
  private static void rejectIfMissed(Runnable task, ThreadPoolExecutor pool) {
    if (pool.isShutdown() && pool.remove(task)) {
      throw new RejectedExecutionException("shut down");
    }
  }

  /** Performs what the current thread has kept; to be called when its task has ended. */
  void performKept() {
    NestedTasks nested = workers.ofCurrentThread();
    if (nested == null) {
      return;
    }
    Runnable kept = nested.poll();
    while (kept != null) {
      perform(kept);
      kept = nested.poll();
    }
  }

  /** What the task throws is neither the submitter's fault, nor must it end the worker. */
  private static void perform(Runnable task) {
    try {
      task.run();
    } catch (Throwable thrown) {
      Thread worker = Thread.currentThread();
      try {
        worker.getUncaughtExceptionHandler().uncaughtException(worker, thrown);
      } catch (Throwable handlersOwn) {
        // As in the JVM: what a handler throws is ignored.
      }
    }
  }
}
