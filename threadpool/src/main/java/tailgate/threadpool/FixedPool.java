package tailgate.threadpool;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.metrics.PoolStatistics;
import tailgate.queue.BoundedQueue;
import tailgate.queue.QueueDiscipline;
import tailgate.queue.TaskExecutor;
import tailgate.queue.Turn;
import tailgate.server.stage.OverloadPolicy;
import tailgate.threadpool.queue.QueueKind;

/**
 * A fixed number of threads behind a bounded queue.
 *
 * <p>The queue is bounded: in an unbounded queue an overload only uses more memory and makes the
 * last request in the queue wait longer. The {@link OverloadPolicy} decides what happens when it is
 * full.
 *
 * <p>A task must not submit another one to its own pool if the pool blocks when it is full: its
 * worker could wait for room that only this worker can make. The server's tasks submit none: only
 * reactors and acceptors do.
 *
 * <p>A worker that dies of its task is replaced, as in every pool of the JDK. If no thread can be
 * started at that moment, each submission tries it again, and throws the OutOfMemoryError if it
 * fails. So a task should catch what it throws; those of the server do.
 *
 * <p>The server sees only a {@link TaskExecutor}. That this is a ThreadPoolExecutor too saves a
 * call for each request.
 */
final class FixedPool extends ThreadPoolExecutor implements TaskExecutor {

  static final int MOST_WORKERS = 65_536;
  static final int LONGEST_QUEUE = BoundedQueue.MAX_CAPACITY;

  private final int capacity;

  /** The turn of each worker; null if workers go on for as long as the kernel lets them. */
  private final @Nullable ThreadLocal<Turn> turns;

  /**
   * A pool whose threads are all started.
   *
   * @param workers the number of threads, from 1 to {@link #MOST_WORKERS}
   * @param queue the most tasks that wait, from 1 to {@link #LONGEST_QUEUE}
   * @param kind the kind of queue
   * @throws IllegalArgumentException if a number is out of range
   * @throws OutOfMemoryError if a thread cannot be started; then no thread is left running
   */
  FixedPool(int workers, int queue, QueueKind kind, OverloadPolicy overload) {
    this(workers, queue, kind, overload, platformThreads());
  }

  /**
   * Creates a pool whose queue has this discipline.
   *
   * @param turn how long a worker goes on before it lets others have the processor, as {@link Turn}
   *     says; null for as long as the kernel lets it
   * @param clock like {@link System#nanoTime}; not read if the discipline is plain and there are no
   *     turns
   * @throws IllegalArgumentException also if this kind of queue cannot have the discipline
   */
  FixedPool(
      int workers,
      int queue,
      QueueKind kind,
      OverloadPolicy overload,
      QueueDiscipline discipline,
      @Nullable Duration turn,
      LongSupplier clock) {
    this(
        workers,
        checked("queue", queue, LONGEST_QUEUE),
        kind.create(queue, discipline, clock),
        overload,
        platformThreads(),
        turns(turn, clock));
  }

  private static @Nullable ThreadLocal<Turn> turns(@Nullable Duration turn, LongSupplier clock) {
    if (turn == null) {
      return null;
    }
    Duration limit = Turn.checked(turn);
    return ThreadLocal.withInitial(() -> new Turn(limit, clock));
  }

  FixedPool(
      int workers, int queue, QueueKind kind, OverloadPolicy overload, ThreadFactory threads) {
    this(
        workers,
        checked("queue", queue, LONGEST_QUEUE),
        kind.create(queue),
        overload,
        threads,
        null);
  }

  private FixedPool(
      int size,
      int capacity,
      BlockingQueue<Runnable> queue,
      OverloadPolicy overload,
      ThreadFactory threads,
      @Nullable ThreadLocal<Turn> turns) {
    super(
        checked("workers", size, MOST_WORKERS),
        size,
        0,
        TimeUnit.SECONDS,
        queue,
        threads,
        whenFull(overload));
    this.capacity = capacity;
    this.turns = turns;
    startAll();
  }

  private static RejectedExecutionHandler whenFull(OverloadPolicy overload) {
    return switch (overload) {
      case BLOCK -> FixedPool::waitForRoom;
      case REJECT -> new AbortPolicy();
    };
  }

  /** Puts the task into the full queue itself, and waits for room. */
  private static void waitForRoom(Runnable task, ThreadPoolExecutor pool) {
    if (pool.isShutdown()) {
      throw new RejectedExecutionException("the pool is stopped");
    }
    try {
      pool.getQueue().put(task);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RejectedExecutionException("interrupted while waiting for room", e);
    }
    // A stop between the test for it and the addition may not have seen the task.
    if (pool.isShutdown() && pool.remove(task)) {
      throw new RejectedExecutionException("the pool is stopped");
    }
  }

  private static ThreadFactory platformThreads() {
    return Thread.ofPlatform().name("threadpool-worker-", 1).factory();
  }

  private void startAll() {
    try {
      prestartAllCoreThreads();
    } catch (Throwable failure) { // no further thread: end those that have been started
      shutdownNow();
      throw failure;
    }
  }

  /** Workers and queue at about the same moment: they are read one after the other. */
  PoolStatistics statistics() {
    return PoolStatistics.pool(
        getPoolSize(),
        getActiveCount(),
        getCorePoolSize(),
        getMaximumPoolSize(),
        getQueue().size(),
        capacity);
  }

  @Override
  public int stop() {
    return shutdownNow().size();
  }

  @Override
  public boolean awaitEnd(Duration timeout) throws InterruptedException {
    return awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  protected void beforeExecute(Thread worker, Runnable task) {
    if (turns != null) {
      turns.get().begin();
    }
  }

  @Override
  protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
    if (turns != null) {
      turns.get().end();
    }
  }

  private static int checked(String what, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "--%s must be from 1 to %d, not %d", what, most, value));
    }
    return value;
  }
}
