package tailgate.adaptivepool;

import org.jspecify.annotations.Nullable;
import tailgate.queue.Admission;
import tailgate.queue.BoundedQueue;
import tailgate.queue.NestedTasks;
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

  /** The worker of the current thread; unset in other threads. */
  private static final ThreadLocal<@Nullable Worker> CURRENT = new ThreadLocal<>();

  private final WorkerSet workerSet;
  private final BoundedQueue<Runnable> queue;
  private final WorkerSet.Member member = new WorkerSet.Member();
  private final NestedTasks nested = new NestedTasks();

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

  /** The current thread's worker in this set, or null if the thread is none of its workers. */
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
   * Performs the next task; false if there is none for this worker any more. This is a separate
   * method, so that the stack frame of a worker that waits does not keep its last task reachable.
   */
  private boolean performNext() {
    Runnable task = next();
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

  /**
   * Performs a task for which its own queue is full, or keeps one, as {@link NestedTasks} says. The
   * current thread must be this worker's. Never throws what the task throws.
   *
   * @return FULL if the task is neither performed nor kept nor queued, CLOSED if the queue is
   *     closed
   */
  Admission performNested(Runnable task) {
    if (!nested.begin()) {
      return exchange(task);
    }
    try {
      perform(task);
    } finally {
      nested.end();
    }
    return Admission.AWAITED;
  }

  /** Keeps the oldest task of the queue, and gives its place to this one. */
  private Admission exchange(Runnable task) {
    if (!nested.hasRoom()) {
      return Admission.FULL;
    }
    Runnable oldest = queue.poll();
    if (oldest != null) {
      nested.keep(oldest);
    }
    Admission admission = queue.offer(task);
    if (admission == Admission.FULL && nested.hasRoom()) { // another submitter was faster
      nested.keep(task);
      return Admission.BACKLOG;
    }
    return admission;
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

  private @Nullable Runnable next() {
    Runnable kept = nested.poll();
    return kept == null ? take() : kept;
  }

  private @Nullable Runnable take() {
    while (true) {
      try {
        return queue.take();
      } catch (InterruptedException late) {
        // The interrupt was meant for a task that has ended, or it is from shutdownNow, which has
        // emptied the queue, so that the next take returns null. In both cases the flag is clear
        // now and nothing is lost.
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
