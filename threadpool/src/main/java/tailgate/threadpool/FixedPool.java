package tailgate.threadpool;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import tailgate.handoff.QueueKind;
import tailgate.metrics.PoolStatistics;
import tailgate.server.OverloadPolicy;

/**
 * A fixed number of threads behind a bounded queue.
 *
 * <p>The queue is bounded because an unbounded one only moves the overload into memory and into the
 * latency of whoever comes last. What happens at its end is the {@link OverloadPolicy}'s to say.
 */
final class FixedPool extends ThreadPoolExecutor {

  /**
   * A pool whose threads are all started.
   *
   * @param workers number of threads, at least 1
   * @param queue tasks that may wait, at least 1
   * @param kind how they get from the submitter to a worker
   */
  FixedPool(int workers, int queue, QueueKind kind, OverloadPolicy overload) {
    super(
        checked("workers", workers),
        workers,
        0,
        TimeUnit.SECONDS,
        kind.create(checked("queue", queue)),
        Thread.ofPlatform().name("threadpool-worker-", 1).factory(),
        overload == OverloadPolicy.BLOCK ? FixedPool::waitForRoom : new AbortPolicy());
    prestartAllCoreThreads();
  }

  /** Workers and queue at about one moment: they are read one after the other. */
  PoolStatistics statistics() {
    int queued = getQueue().size();
    return PoolStatistics.pool(
        getPoolSize(),
        getActiveCount(),
        getCorePoolSize(),
        getMaximumPoolSize(),
        queued,
        queued + getQueue().remainingCapacity());
  }

  /** Puts the task into the full queue itself, which waits. */
  private static void waitForRoom(Runnable task, ThreadPoolExecutor pool) {
    if (pool.isShutdown()) {
      throw new RejectedExecutionException("shut down");
    }
    try {
      pool.getQueue().put(task);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RejectedExecutionException("interrupted while waiting for room", e);
    }
    // A shutdown in between may have missed the task.
    if (pool.isShutdown() && pool.remove(task)) {
      throw new RejectedExecutionException("shut down");
    }
  }

  private static int checked(String what, int value) {
    if (value < 1) {
      throw new IllegalArgumentException("--" + what + " must be at least 1, not " + value);
    }
    return value;
  }
}
