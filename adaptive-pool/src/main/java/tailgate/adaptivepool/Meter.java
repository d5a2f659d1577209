package tailgate.adaptivepool;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what the workers get done. Striped, because every worker adds after every task and only
 * the monitor reads. The three totals are read one after the other, so they may be a few tasks
 * apart: nothing in thousands.
 */
final class Meter {

  /**
   * Since the beginning.
   *
   * @param completed tasks that ended, well or badly
   * @param waitNanos how long they had been queued, together
   * @param serviceNanos how long they took, together
   */
  record Totals(long completed, long waitNanos, long serviceNanos) {}

  private final LongAdder completed = new LongAdder();
  private final LongAdder waitNanos = new LongAdder();
  private final LongAdder serviceNanos = new LongAdder();

  void record(long wait, long service) {
    waitNanos.add(wait);
    serviceNanos.add(service);
    completed.increment();
  }

  Totals totals() {
    return new Totals(completed.sum(), waitNanos.sum(), serviceNanos.sum());
  }
}
