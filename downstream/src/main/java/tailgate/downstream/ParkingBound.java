package tailgate.downstream;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Calls wait on a semaphore: a virtual thread gives its carrier to others meanwhile. This is what
 * to put around a scarce back end.
 */
final class ParkingBound implements Bound {

  private final Semaphore slots;
  private final long waitNanos;

  /**
   * Creates a bound of so many slots.
   *
   * @param wait how long a call may wait
   */
  ParkingBound(int slots, Duration wait) {
    this.slots = new Semaphore(slots);
    waitNanos = wait.toNanos();
  }

  @Override
  public boolean enter() throws InterruptedException {
    return slots.tryAcquire(waitNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void leave() {
    slots.release();
  }
}
