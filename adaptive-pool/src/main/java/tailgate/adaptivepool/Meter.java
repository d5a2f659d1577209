package tailgate.adaptivepool;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Times tasks: how long they wait and how long they take. Not all of them.
 *
 * <p>To time a task takes three readings of the clock and an object, which is as much as all the
 * rest of its way through the pool: with tasks that do nothing, a pool that times each of them gets
 * 0.6 of the throughput of one that does not. A mean does not need them all. So the monitor says
 * once an interval how many tasks came in the last, and of so many at least {@value #ENOUGH} are
 * drawn from then on, and less than twice as many: with the default interval every task up to 5,110
 * a second, every other beyond, one in 39 of 100,000. The gaps between them are drawn by lot, lest
 * they keep step with a load that has a rhythm.
 *
 * <p>What a submitter pays for it: an opaque read and an opaque write of one word that all
 * submitters share.
 *
 * <p>Thread-safe. The totals are read one after the other, so they may be a few tasks apart.
 */
final class Meter {

  /**
   * The mean of so many is off by a sixteenth, one time in three, if the times are exponential.
   * That is finer than any rung of a policy.
   */
  static final int ENOUGH = 256;

  private static final int MOST = 1 << 30;

  /**
   * Since the beginning.
   *
   * @param timed tasks that were timed, and ended, well or badly
   * @param waitNanos how long they had been queued, together
   * @param serviceNanos how long they then took, together
   */
  record Totals(long timed, long waitNanos, long serviceNanos) {}

  private final LongSupplier clock;
  private final LongAdder timed = new LongAdder();
  private final LongAdder waitNanos = new LongAdder();
  private final LongAdder serviceNanos = new LongAdder();

  /** One task in so many is timed. Opaque: a submitter may learn of a new number a little later. */
  private final AtomicInteger oneIn = new AtomicInteger(1);

  /**
   * Tasks that are still to pass before one is timed. Opaque, and counted down by all submitters
   * without care: where two of them count as one, the next is drawn a task later.
   */
  private final AtomicInteger passing = new AtomicInteger();

  Meter(LongSupplier clock) {
    this.clock = clock;
  }

  long now() {
    return clock.getAsLong();
  }

  /** The task as it is to be queued: itself, or timed. */
  Runnable draw(Runnable task) {
    int left = passing.getOpaque();
    if (left > 0) {
      passing.setOpaque(left - 1);
      return task;
    }
    passing.setOpaque(ThreadLocalRandom.current().nextInt(2 * oneIn.getOpaque() - 1));
    return new Timed(task, this, now());
  }

  /**
   * Draws {@link #ENOUGH} or somewhat more of as many tasks as these from now on, and surely the
   * next one.
   */
  void thinOut(long tasks) {
    oneIn.setOpaque(Math.clamp(tasks / ENOUGH, 1, MOST));
    passing.setOpaque(0); // or the gap of a crowded interval would go on through an empty one
  }

  void time(long wait, long service) {
    waitNanos.add(wait);
    serviceNanos.add(service);
    timed.increment();
  }

  Totals totals() {
    return new Totals(timed.sum(), waitNanos.sum(), serviceNanos.sum());
  }
}
