package tailgate.threadpool;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.metrics.PoolStatistics;
import tailgate.queue.BoundedQueue;
import tailgate.queue.NestedTasks;
import tailgate.queue.QueueDiscipline;
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
 * <p>With REJECT, the task is rejected. With BLOCK, the submitter waits for room, unless it is a
 * worker of the same pool, which might wait for room that only it can make. Such a worker performs
 * the new task at once, inside its current one. When {@value NestedTasks#MAX_DEPTH} tasks are
 * inside each other in this way, it removes the oldest task from the queue, and puts the new one
 * into the queue. It performs the removed task after its current one ({@link NestedTasks}). What a
 * task throws that is performed in one of these ways goes to the uncaught exception handler of the
 * worker. Tasks of the server never submit others to their own pool.
 *
 * <p>A worker that dies of its task is replaced, as in every pool of the JDK. If no thread can be
 * started at that moment, each submission tries it again, and throws the OutOfMemoryError if it
 * fails. So a task should catch what it throws; those of the server do.
 *
 * <p>Two pools that submit into each other can wait for each other forever, if both block when they
 * are full: each worker of the first waits for room in the second, and each of the second for room
 * in the first. Neither pool can see this. Let one of the two reject, or submit in one direction
 * only. Only {@link #shutdownNow} of one of them ends the wait.
 */
final class FixedPool extends ThreadPoolExecutor {

  static final int MOST_WORKERS = 65_536;
  static final int LONGEST_QUEUE = BoundedQueue.MAX_CAPACITY;

  private final int capacity;
  private final FullQueueHandler fullQueue;

  /** Of each worker; null if workers go on for as long as the kernel lets them. */
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
   * The same, with a discipline of the queue.
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
        new WorkerThreadFactory(platformThreads()),
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
        new WorkerThreadFactory(threads),
        null);
  }

  private FixedPool(
      int size,
      int capacity,
      BlockingQueue<Runnable> queue,
      OverloadPolicy overload,
      WorkerThreadFactory workers,
      @Nullable ThreadLocal<Turn> turns) {
    super(
        checked("workers", size, MOST_WORKERS),
        size,
        0,
        TimeUnit.SECONDS,
        queue,
        workers,
        new AbortPolicy());
    this.capacity = capacity;
    this.turns = turns;
    fullQueue = new FullQueueHandler(workers);
    if (overload == OverloadPolicy.BLOCK) {
      setRejectedExecutionHandler(fullQueue);
    }
    startAll();
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

  /**
   * Refused: a worker would leave when a wait with a timeout ends, and not every kind of queue has
   * such a wait.
   */
  @Override
  public void setCorePoolSize(int workers) {
    throw fixed();
  }

  /** Refused, as {@link #setCorePoolSize}. */
  @Override
  public void setMaximumPoolSize(int workers) {
    throw fixed();
  }

  /** Refused, as {@link #setCorePoolSize}. */
  @Override
  public void allowCoreThreadTimeOut(boolean allowed) {
    throw fixed();
  }

  private static UnsupportedOperationException fixed() {
    return new UnsupportedOperationException("the size of this pool is fixed");
  }

  @Override
  protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
    return new QueuedFuture<>(task);
  }

  @Override
  protected <T> RunnableFuture<T> newTaskFor(Runnable task, T result) {
    return newTaskFor(Executors.callable(task, result));
  }

  /**
   * Leaves the queue when it is cancelled. Otherwise, it would keep its place until a worker finds
   * that there is nothing to do, and a full queue of cancelled tasks would refuse others.
   */
  private final class QueuedFuture<T> extends FutureTask<T> {
    QueuedFuture(Callable<T> task) {
      super(task);
    }

    @Override
    protected void done() {
      if (isCancelled()) {
        remove(this);
      }
    }
  }

  @Override
  protected void beforeExecute(Thread worker, Runnable task) {
    if (turns != null) {
      turns.get().begin();
    }
  }

  /** Performs what the worker has kept before it takes the next task, see {@link NestedTasks}. */
  @Override
  protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
    if (fullQueue.keeping) {
      fullQueue.performKept();
    }
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
