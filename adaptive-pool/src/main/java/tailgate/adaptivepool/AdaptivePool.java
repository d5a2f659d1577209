package tailgate.adaptivepool;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.metrics.PoolFailures;
import tailgate.metrics.PoolResizes;
import tailgate.queue.Admission;
import tailgate.queue.BoundedQueue;
import tailgate.queue.TaskExecutor;
import tailgate.queue.Turn;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.ThreadReserve;

/**
 * A pool that sizes itself: a bounded queue, between min and max workers, and a monitor thread that
 * asks a {@link tailgate.adaptivepool.policy.ScalingPolicy} how many workers there should be.
 *
 * <p>Choose it for tasks that block for a while and come in bursts: it adds threads for a burst and
 * retires them afterwards.
 *
 * <pre>
 *   execute ──▶ BoundedQueue ──▶ Worker × n        TaskTimer ◀── the tasks that are timed
 *      │            ▲               ▲                  │
 *      │ backlog?   │ retire        │ start            ▼
 *      └──▶ WakeSignal ──▶ Monitor ──▶ Scaler ◀── policy ◀── PoolSampler
 *
 *   RUNNING ──stop──▶ STOPPING ──the last thread has left──▶ ENDED
 *              (queue emptied, workers interrupted)
 * </pre>
 *
 * <p>There are two locks, always taken in this order: first the lock of the {@link WorkerSet}
 * (which workers there are), then the lock of the queue (tasks, waiting workers, workers that may
 * leave). State that only the monitor uses needs no lock. With {@link DecideBy#SUBMITTER} there is
 * no monitor, and a third lock, taken before the two others, guards that state.
 *
 * <p>These hold at every instant:
 *
 * <ol>
 *   <li>{@code workers = idle + busy + retiring}, see {@link PoolCounts} and {@link WorkerSet}.
 *   <li>A task that has been accepted is performed, or refused by the queue's {@link
 *       tailgate.queue.QueueDiscipline}, or dropped by {@link #stop}, once: the last worker can
 *       leave only when it finds the queue empty, under the queue's lock.
 *   <li>{@code min ≤ workers that stay ≤ max} while the pool runs, unless a thread cannot be
 *       started; then the monitor tries again with every look.
 * </ol>
 *
 * <p>Submitting takes the queue's lock and no other (all three with {@link DecideBy#SUBMITTER}).
 * {@link WakeSignal} and {@link TaskTimer} describe the rest of its cost.
 *
 * <p>A task must not submit another one to its own pool if the pool blocks when it is full: its
 * worker could wait for room that only this worker can make. The server's tasks submit none: only
 * reactors and acceptors do.
 *
 * <p>An exception of a task goes to its thread's uncaught exception handler and does not harm the
 * worker. The threads are platform threads and not daemons: a pool that is not stopped keeps the
 * JVM alive.
 *
 * <p>{@code AdaptivePoolTest} tests the states, {@code WorkerSetModelTest} the invariants under a
 * model checker, {@code AdaptivePoolResizeTest} growth and retirement.
 */
public final class AdaptivePool implements TaskExecutor {
  private final OverloadPolicy overload;
  private final BoundedQueue<Runnable> queue;
  private final TaskTimer timer;
  private final WakeSignal wakeSignal = new WakeSignal();
  private final WorkerSet workerSet;
  private final WorkerStarter starter;
  private final Scaler scaler;

  /** The thread that asks the policy; null if submitters ask it. */
  private final @Nullable Thread monitor;

  /** What a submitter does with the policy; null if the monitor asks it. */
  private final @Nullable LookOnSubmit lookOnSubmit;

  /** Starts a pool that logs its resizes at debug level. */
  public AdaptivePool(AdaptivePoolConfig config) {
    this(config, new ResizeLog(new PoolResizes<>(Cause.class)));
  }

  /**
   * Starts a pool.
   *
   * @param listener called after every resize, but not for the first min workers
   */
  public AdaptivePool(AdaptivePoolConfig config, ResizeListener listener) {
    this(config, listener, ThreadReserve.ofProcess().guard(platformThreads()));
  }

  AdaptivePool(AdaptivePoolConfig config, ResizeListener listener, ThreadFactory workerThreads) {
    Objects.requireNonNull(listener, "listener");
    overload = config.overload();
    timer = new TaskTimer(config.nanoClock());
    queue = new BoundedQueue<>(config.queueCapacity(), config.discipline(), config.nanoClock());
    workerSet = new WorkerSet(queue, wakeSignal);
    starter =
        new WorkerStarter(
            workerSet, queue, () -> turn(config), workerThreads, config.threadNamePrefix());
    try {
      starter.start(config.min());
      var control = new LivePoolControl(queue, workerSet, starter, timer, config);
      scaler = new Scaler(config, control, listener);
      boolean monitored = config.decideBy() == DecideBy.MONITOR;
      lookOnSubmit = monitored ? null : new LookOnSubmit(scaler);
      monitor = monitored ? started(new Monitor(scaler, queue, wakeSignal, config), config) : null;
    } catch (Throwable failure) { // else the workers would wait forever, in a pool that nobody owns
      workerSet.close();
      throw failure;
    }
  }

  private static @Nullable Turn turn(AdaptivePoolConfig config) {
    Duration turn = config.turn();
    return turn == null ? null : new Turn(turn, config.nanoClock());
  }

  private static Thread started(Monitor monitor, AdaptivePoolConfig config) {
    Thread thread = platformThreads().newThread(monitor);
    thread.setName(config.threadNamePrefix() + "-monitor");
    thread.start();
    return thread;
  }

  private static ThreadFactory platformThreads() {
    return Thread.ofPlatform().daemon(false).inheritInheritableThreadLocals(false).factory();
  }

  /**
   * Queues a task. When the queue is full, waits for room or rejects the task, as the {@link
   * OverloadPolicy} says.
   *
   * @throws RejectedExecutionException if the pool is stopped, if the queue is full and the policy
   *     is to reject, or if the thread is interrupted while it waits; its interrupt flag stays set
   */
  @Override
  public void execute(Runnable task) {
    Runnable queued = timer.wrap(Objects.requireNonNull(task, "task"));
    Admission admission = queue.offer(queued);
    if (admission == Admission.FULL && overload == OverloadPolicy.BLOCK) {
      wakeSignal.set();
      lookIfSubmittersDecide();
      admission = put(queued);
    }
    lookIfSubmittersDecide();
    conclude(admission);
  }

  private void lookIfSubmittersDecide() {
    if (lookOnSubmit != null) {
      lookOnSubmit.look();
    }
  }

  private Admission put(Runnable queued) {
    try {
      return queue.put(queued);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new RejectedExecutionException("interrupted while the queue was full", interrupted);
    }
  }

  private void conclude(Admission admission) {
    switch (admission) {
      case AWAITED -> {}
      case BACKLOG -> wakeSignal.set();
      case FULL -> {
        wakeSignal.set();
        throw new RejectedExecutionException("the queue is full: " + queue.capacity() + " tasks");
      }
      case CLOSED -> throw new RejectedExecutionException("the pool is stopped");
    }
  }

  /** A policy or listener that blocks is interrupted too, if there is a monitor. */
  @Override
  public int stop() {
    workerSet.close();
    int dropped = queue.clear();
    workerSet.stop();
    if (monitor != null) {
      monitor.interrupt(); // wakes it as well
    }
    return dropped;
  }

  @Override
  public boolean awaitEnd(Duration timeout) throws InterruptedException {
    return workerSet.awaitEnd(timeout.toNanos());
  }

  /** Workers and queued tasks, all at the same instant. Takes both locks: not for every request. */
  public PoolCounts counts() {
    return workerSet.counts();
  }

  /** The number of tasks that have ended, well or badly. Takes a lock. */
  public long completedTasks() {
    return workerSet.completedTasks();
  }

  /** What has gone wrong since the beginning. Takes no lock. */
  public PoolFailures failures() {
    return new PoolFailures(starter.failures(), scaler.failures());
  }
}
