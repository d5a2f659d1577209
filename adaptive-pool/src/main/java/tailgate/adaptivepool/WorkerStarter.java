package tailgate.adaptivepool;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import tailgate.queue.BoundedQueue;
import tailgate.queue.Turn;

/**
 * Starts workers, and counts the threads that could not be started. Used by one thread at a time:
 * the pool's constructor, then its monitor. Only the count may be read by any thread.
 */
final class WorkerStarter {
  private final WorkerSet workerSet;
  private final BoundedQueue<Runnable> queue;
  private final Supplier<@Nullable Turn> turns;
  private final ThreadFactory threads;
  private final String namePrefix;

  /** Confined to the starting thread. Numbers the threads. */
  private int started;

  /**
   * Confined to the starting thread. Whether the last attempt failed: only the first is a warning.
   */
  private boolean failing;

  /** Written by the starting thread, read by any thread. */
  private final LongAdder failures = new LongAdder();

  /**
   * Starts none yet.
   *
   * @param turns makes one for each worker, or null
   */
  WorkerStarter(
      WorkerSet workerSet,
      BoundedQueue<Runnable> queue,
      Supplier<@Nullable Turn> turns,
      ThreadFactory threads,
      String namePrefix) {
    this.workerSet = workerSet;
    this.queue = queue;
    this.turns = turns;
    this.threads = threads;
    this.namePrefix = namePrefix;
  }

  /**
   * Starts workers.
   *
   * @return how many were started; fewer than wanted if a thread could not be started, in which
   *     case no further one is tried, or if the queue is closed and drained
   */
  int start(int wanted) {
    int count = 0;
    while (count < wanted && startOne()) {
      count++;
    }
    return count;
  }

  private boolean startOne() {
    Worker worker = null;
    try {
      worker = new Worker(workerSet, queue, turns.get());
      Thread thread = threads.newThread(worker);
      if (thread == null) { // the system has none, which whoever refuses it has logged
        failures.increment();
        return false;
      }
      thread.setName(namePrefix + "-worker-" + (started + 1));
      if (!workerSet.join(worker.member(), thread)) {
        return false;
      }
      thread.start();
    } catch (Throwable failure) { // above all OutOfMemoryError: no further thread available
      if (worker != null) {
        workerSet.forget(worker.member());
      }
      failures.increment();
      PoolLog.failure(failing ? Level.DEBUG : Level.WARN, "no thread for a worker", failure);
      failing = true;
      return false;
    }
    failing = false;
    started++;
    return true;
  }

  /** How many threads could not be started since the beginning. */
  long failures() {
    return failures.sum();
  }
}
