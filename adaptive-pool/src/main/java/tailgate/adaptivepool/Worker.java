package tailgate.adaptivepool;

import org.jspecify.annotations.Nullable;
import tailgate.queue.BoundedQueue;
import tailgate.queue.Turn;

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
 * <p>A worker never decides to leave. The queue releases the worker, under the queue's lock, when
 * the queue is empty, or when the pool has more workers than raise its throughput, or tries whether
 * it has. If the worker's thread dies for another reason (no memory for its own bookkeeping), the
 * task that it performs is lost, and the next look at the pool finds the worker gone.
 *
 * <p>Tested by {@code WorkerTest}, {@code ScalerTest} and, under a model checker, {@code
 * WorkerSetModelTest}.
 */
final class Worker implements Runnable {

  private final WorkerSet workerSet;
  private final BoundedQueue<Runnable> queue;
  private final WorkerSet.Member member = new WorkerSet.Member();

  /** How long it goes on before it lets others compute; null for as long as the kernel lets it. */
  private final @Nullable Turn turn;

  Worker(WorkerSet workerSet, BoundedQueue<Runnable> queue, @Nullable Turn turn) {
    this.workerSet = workerSet;
    this.queue = queue;
    this.turn = turn;
  }

  /** Returns this worker as its set sees it. */
  WorkerSet.Member member() {
    return member;
  }

  @Override
  public void run() {
    boolean released = false;
    try {
      while (performNext()) {
        // until it is released
      }
      released = true;
    } finally {
      workerSet.leave(member, released);
    }
  }

  /**
   * Performs the next task; false if there is none for this worker any more. This is a separate
   * method, so that the stack frame of a worker that waits does not keep its last task reachable.
   */
  private boolean performNext() {
    Runnable task = take();
    if (task == null) {
      return false;
    }
    settleInterrupt();
    if (turn == null) {
      perform(task);
    } else {
      turn.begin();
      perform(task);
      turn.end();
    }
    return true;
  }

  private void perform(Runnable task) {
    try {
      task.run();
    } catch (Throwable thrown) {
      report(thrown);
    } finally {
      member.completedOne(); // also if the stack is too deep even to report that
    }
  }

  private @Nullable Runnable take() {
    while (true) {
      try {
        return queue.take();
      } catch (InterruptedException late) {
        // The interrupt was meant for a task that has ended, or it is from a stop, which has
        // emptied the queue, so that the next take returns null. In both cases the flag is clear
        // now and nothing is lost.
      }
    }
  }

  /** A task starts uninterrupted, unless the pool is being stopped: then it starts interrupted. */
  private void settleInterrupt() {
    // Cleared first and tested second, so that an interrupt by a stop between the two is not
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
