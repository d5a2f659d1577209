package tailgate.adaptivepool;

import java.util.Optional;
import java.util.function.LongSupplier;
import tailgate.queue.BoundedQueue;

/**
 * The pool's own queue, workers and timer. Confined to the {@link Scaler}.
 *
 * <p>A worker that waits for the queue's lock counts as one that wants to compute, because it would
 * compute if it had the lock. A lock whose holder has lost its core must not look like waiting
 * work. (It did: on a machine with ten runnable threads for each core, a pool of 16 that sent small
 * files grew to 62.) Submitters that wait for the lock are counted too, because the lock cannot
 * tell them apart; they want a core as well.
 */
final class LivePoolControl implements PoolControl {
  private final BoundedQueue<Runnable> queue;
  private final WorkerSet workerSet;
  private final WorkerStarter starter;
  private final TaskTimer timer;
  private final LongSupplier clock;
  private final long intervalNanos;
  private final ProcessorUse processorUse = new ProcessorUse();
  private final RunQueue runQueue;

  /**
   * How old what is known of the processors may be. A monitor rests between its looks, so they may
   * ask the system for each worker. If they did so with each task, it would cost more than most
   * tasks.
   */
  private final long processorsNanos;

  /** When the system was last asked about processors. */
  private long askedNanos;

  /** How many workers wanted to compute then. */
  private int runnable;

  /** What the run queue said when the system was last asked. */
  private Optional<RunQueue.Mean> scheduled = Optional.empty();

  /** When the timer was last told how many tasks to expect. */
  private long expectedNanos;

  /** How many tasks had been accepted when the timer was last told. */
  private long acceptedBefore;

  LivePoolControl(
      BoundedQueue<Runnable> queue,
      WorkerSet workerSet,
      WorkerStarter starter,
      TaskTimer timer,
      AdaptivePoolConfig config) {
    this.queue = queue;
    this.workerSet = workerSet;
    this.starter = starter;
    this.timer = timer;
    this.clock = config.nanoClock();
    this.runQueue = new RunQueue(clock);
    this.intervalNanos = config.interval().toNanos();
    boolean withEachTask = config.decideBy() == DecideBy.SUBMITTER;
    this.processorsNanos = withEachTask ? LookBackoff.LONGEST.toNanos() : 0;
    this.expectedNanos = clock.getAsLong();
    this.askedNanos = expectedNanos - processorsNanos;
  }

  @Override
  public Reading read() {
    int cores = Runtime.getRuntime().availableProcessors();
    if (clock.getAsLong() - askedNanos >= processorsNanos) {
      askProcessors(cores);
    }
    long now = clock.getAsLong();
    long accepted = queue.snapshot().accepted();
    updateTimer(now, accepted);
    return new Reading(
        now,
        workerSet.counts(),
        accepted,
        workerSet.completedTasks(),
        timer.totals(),
        new Reading.ProcessorReading(processorUse.cpuNanos(), runnable, scheduled, cores));
  }

  private void askProcessors(int cores) {
    askedNanos = clock.getAsLong();
    processorUse.look(workerSet.threads());
    runnable = processorUse.runnable() + queue.contenders();
    // With no more runnable workers than processors there is no doubt, and nothing to read.
    scheduled = runnable > cores ? runQueue.look() : Optional.empty();
  }

  /** Once an interval, tells the timer how many tasks to expect in the next one. */
  private void updateTimer(long now, long accepted) {
    if (now - expectedNanos >= intervalNanos) {
      timer.expect(accepted - acceptedBefore);
      expectedNanos = now;
      acceptedBefore = accepted;
    }
  }

  @Override
  public int start(int wanted) {
    return starter.start(wanted);
  }

  @Override
  public void retire(int workers, boolean useless) {
    if (useless) {
      queue.releaseAny(workers);
    } else {
      queue.releaseIdle(workers);
    }
  }
}
