package tailgate.adaptivepool;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.Headcount;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.metrics.PoolResizes;
import tailgate.queue.Admission;
import tailgate.queue.BoundedQueue;
import tailgate.server.stage.OverloadPolicy;

/**
 * An {@link java.util.concurrent.ExecutorService} that sizes itself: a bounded queue, between min
 * and max workers, and a monitor thread that asks a {@link ScalingPolicy} how many there should be.
 *
 * <p>Choose it for tasks that block for a while and come in bursts: it lends them threads and takes
 * them back.
 *
 * <pre>
 *   execute ──▶ BoundedQueue ──▶ Worker × n          Meter ◀── those tasks that are timed
 *      │            ▲               ▲                  │
 *      │ backlog?   │ dismiss       │ hire             ▼
 *      └──▶ Bell ──▶ Monitor ──▶ Scaler ◀── policy ◀── Sampler
 *
 *   RUNNING ──shutdown──▶ DRAINING ──the queue is empty, the last thread has left──▶ TERMINATED
 *      └────shutdownNow──▶ STOPPING ──the last thread has left──────────────────────────┘
 *              (queue emptied, workers interrupted)
 * </pre>
 *
 * <p>Two locks, always in this order: the crew's (who is a worker), then the queue's (tasks, who
 * waits for one, who may go). What only the monitor touches needs none.
 *
 * <p>These hold at every instant:
 *
 * <ol>
 *   <li>{@code workers = idle + busy + retiring}, see {@link Headcount} and {@link Crew}.
 *   <li>A task that has been accepted is performed, or answered by {@link #shutdownNow}, once: only
 *       a worker that finds the queue empty, under the queue's lock, can leave.
 *   <li>{@code min ≤ workers that stay ≤ max} while the pool runs, unless threads cannot be had;
 *       then the monitor tries again with every look.
 * </ol>
 *
 * <p>Submitting takes the queue's lock and no other. A submitter reads one volatile more than that,
 * the bell, and only if it leaves a task for which no worker waits. (The seed asked "should I
 * scale?" under a second lock with every task, and its pool was slower than a fixed one.) A queue
 * past any threshold of depth implies such a task, or a worker already on its way for each. And it
 * counts down to the next task that is timed, see {@link Meter}: an opaque read and an opaque write
 * of one word that all submitters share. They cost no fence, but the word's cache line moves
 * between the submitters' cores, as that of the queue's lock does.
 *
 * <p>What a task throws is told to its thread's uncaught exception handler and does the worker no
 * harm. The threads are platform threads and not daemons: a pool that is not shut down keeps the
 * JVM alive.
 */
public final class AdaptivePool extends AbstractExecutorService {
  private final OverloadPolicy overload;
  private final BoundedQueue<Runnable> queue;
  private final Meter meter;
  private final Bell bell = new Bell();
  private final Crew crew;
  private final Scaler scaler;
  private final Thread monitor;

  /** Starts a pool that logs its resizes at debug level. */
  public AdaptivePool(AdaptivePoolConfig config) {
    this(config, new ResizeLog(new PoolResizes<>(Cause.class)));
  }

  /**
   * Starts a pool.
   *
   * @param listener hears of every resize, but not of the first min workers
   */
  public AdaptivePool(AdaptivePoolConfig config, ResizeListener listener) {
    this(config, listener, platformThreads());
  }

  AdaptivePool(AdaptivePoolConfig config, ResizeListener listener, ThreadFactory workerThreads) {
    Objects.requireNonNull(listener, "listener");
    overload = config.overload();
    meter = new Meter(config.nanoClock());
    queue = new BoundedQueue<>(config.queueCapacity());
    crew = new Crew(queue, workerThreads, config.threadNamePrefix(), bell);
    try {
      crew.hire(config.min());
      scaler = new Scaler(config, new LiveWorkforce(queue, crew, meter, config), listener);
      monitor = platformThreads().newThread(new Monitor(scaler, queue, bell, config));
      monitor.setName(config.threadNamePrefix() + "-monitor");
      monitor.start();
    } catch (Throwable failure) { // the workers would wait for ever, for a pool that nobody has
      crew.close();
      throw failure;
    }
  }

  private static ThreadFactory platformThreads() {
    return Thread.ofPlatform().daemon(false).inheritInheritableThreadLocals(false).factory();
  }

  /**
   * Queues a task. When the queue is full, waits for room or refuses, as the {@link OverloadPolicy}
   * says. A worker of this very pool does not wait, because the room it waits for might be its own
   * to make: it performs the task itself, at once.
   *
   * @throws RejectedExecutionException if the pool is shut down, if the queue is full and the
   *     policy is to reject, or if the thread is interrupted while it waits; it then still is
   */
  @Override
  public void execute(Runnable task) {
    Runnable queued = meter.draw(Objects.requireNonNull(task, "task"));
    Admission admission = queue.offer(queued);
    if (admission == Admission.FULL && overload == OverloadPolicy.BLOCK) {
      bell.ring();
      Worker worker = Worker.current(crew);
      if (worker != null) {
        worker.perform(queued);
        return;
      }
      admission = put(queued);
    }
    conclude(admission);
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
      case BACKLOG -> bell.ring();
      case FULL -> {
        bell.ring();
        throw new RejectedExecutionException("the queue is full: " + queue.capacity() + " tasks");
      }
      case CLOSED -> throw new RejectedExecutionException("the pool is shut down");
    }
  }

  /** Refuses further tasks. What is queued is performed, and then the workers leave. */
  @Override
  public void shutdown() {
    crew.close();
    bell.wake();
  }

  /**
   * Refuses further tasks, interrupts those that run, and returns those that have not begun, as
   * they were submitted. A policy or listener that blocks is interrupted too.
   */
  @Override
  public List<Runnable> shutdownNow() {
    crew.close();
    List<Runnable> queued = queue.drain();
    crew.stop();
    monitor.interrupt(); // wakes it as well
    return queued.stream().map(Timed::unwrap).toList();
  }

  @Override
  public boolean isShutdown() {
    return queue.isClosed();
  }

  @Override
  public boolean isTerminated() {
    return crew.hasEnded();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return crew.awaitEnd(unit.toNanos(timeout));
  }

  /** Workers and queued tasks, all at the same instant. Takes both locks: not for every request. */
  public Headcount headcount() {
    return crew.headcount();
  }

  /** How many tasks have ended, well or badly. */
  public long completedTasks() {
    return crew.performed();
  }

  /** How many workers could not be hired because no thread could be started. */
  public long failedHires() {
    return crew.failedHires();
  }

  /** How often the policy or the listener has thrown. */
  public long callbackFailures() {
    return scaler.callbackFailures();
  }

  @Override
  public String toString() {
    String state = isTerminated() ? "terminated" : isShutdown() ? "shutting down" : "running";
    return "AdaptivePool[" + state + ", " + headcount() + "]";
  }
}
