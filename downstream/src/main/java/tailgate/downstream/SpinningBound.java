package tailgate.downstream;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Calls wait in a loop that never yields, as some pools of connections did for short waits. It is
 * here to be measured, not to be copied: a virtual thread that waits in this way keeps its carrier,
 * which the calls that have a slot need to continue.
 */
final class SpinningBound implements Bound {

  private final AtomicInteger free;
  private final long waitNanos;
  private final LongSupplier clock;

  /**
   * Creates a bound of so many slots.
   *
   * @param wait how long a call may wait
   * @param clock in nanoseconds
   */
  SpinningBound(int slots, Duration wait, LongSupplier clock) {
    free = new AtomicInteger(slots);
    waitNanos = wait.toNanos();
    this.clock = clock;
  }

  @Override
  public boolean enter() throws InterruptedException {
    long begun = clock.getAsLong();
    while (!take()) {
      if (clock.getAsLong() - begun >= waitNanos) {
        return false;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Thread.onSpinWait();
    }
    return true;
  }

  private boolean take() {
    int seen = free.get();
    return seen > 0 && free.compareAndSet(seen, seen - 1);
  }

  @Override
  public void leave() {
    free.incrementAndGet();
  }
}
