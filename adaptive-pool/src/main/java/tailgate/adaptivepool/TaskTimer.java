package tailgate.adaptivepool;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import tailgate.queue.Lateness;
import tailgate.queue.Refusable;

/**
 * Measures how long tasks wait and how long they take. It measures a random sample of the tasks.
 *
 * <p>To time a task takes three readings of the clock and one object. This costs as much as
 * everything else that the pool does for a task: with tasks that do nothing, a pool that times each
 * task has 0.6 of the throughput of a pool that times none. A mean does not need all tasks. So once
 * an interval the monitor says how many tasks came in the last one. If as many come in the next
 * one, at least {@value #ENOUGH} and fewer than twice as many of them are timed. With the default
 * interval that is every task up to 5,110 tasks a second, every second task above that, and one
 * task in 39 at 100,000 a second. The gaps between timed tasks are random, so that they do not
 * follow a periodic load.
 *
 * <p>A submitter pays for it with an opaque read and an opaque write of one word that all
 * submitters share.
 *
 * <p>Thread-safe. The totals are read one after the other, so they may be a few tasks apart.
 */
final class TaskTimer {

  /**
   * How many timed tasks in an interval are enough. The standard error of the mean of so many
   * exponential times is a sixteenth. That is finer than any threshold of a policy.
   */
  static final int ENOUGH = 256;

  private static final int MOST = 1 << 30;

  /**
   * The sums over all tasks since the beginning.
   *
   * @param timed tasks that were timed, and ended, well or badly; not those that were refused
   * @param waitNanos the sum of the times that they were queued
   * @param serviceNanos the sum of the times that they then took
   */
  record Totals(long timed, long waitNanos, long serviceNanos) {}

  /** A task that measures itself. */
  record TimedTask(Runnable task, TaskTimer timer, long queuedAtNanos) implements Refusable {
    @Override
    public void run() {
      long begin = timer.now();
      try {
        task.run();
      } finally {
        timer.add(begin - queuedAtNanos, timer.now() - begin);
      }
    }

    @Override
    public boolean refuse(Lateness why) {
      return task instanceof Refusable refusable && refusable.refuse(why);
    }
  }

  private final LongSupplier clock;
  private final LongAdder timed = new LongAdder();
  private final LongAdder waitNanos = new LongAdder();
  private final LongAdder serviceNanos = new LongAdder();

  /** One task in so many is timed. Opaque: a submitter may see a new number a little later. */
  private final AtomicInteger oneIn = new AtomicInteger(1);

  /**
   * Tasks still to pass before one is timed. Opaque, and counted down by all submitters without
   * synchronization: where two of them count as one, the next task is timed one task later.
   */
  private final AtomicInteger passing = new AtomicInteger();

  TaskTimer(LongSupplier clock) {
    this.clock = clock;
  }

  private long now() {
    return clock.getAsLong();
  }

  /** The task as it is to be queued: itself, or wrapped so that it is timed. */
  Runnable wrap(Runnable task) {
    int left = passing.getOpaque();
    if (left > 0) {
      passing.setOpaque(left - 1);
      return task;
    }
    passing.setOpaque(ThreadLocalRandom.current().nextInt(2 * oneIn.getOpaque() - 1));
    return new TimedTask(task, this, now());
  }

  /**
   * Adapts to this number of tasks in an interval: from now on, {@link #ENOUGH} or somewhat more of
   * that number are timed. The next task is timed in any case.
   */
  void expect(long tasks) {
    oneIn.setOpaque(Math.clamp(tasks / ENOUGH, 1, MOST));
    passing.setOpaque(0); // else the gap of a busy interval would continue through an empty one
  }

  private void add(long wait, long service) {
    waitNanos.add(wait);
    serviceNanos.add(service);
    timed.increment();
  }

  Totals totals() {
    return new Totals(timed.sum(), waitNanos.sum(), serviceNanos.sum());
  }
}
