package tailgate.lab.hyperfoil;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/**
 * The arrivals of a Poisson process whose rate may change at any time: an arrival happens whenever
 * the integral of the rate has grown by an exponential gap of mean 1 (Lewis and Shedler, 1979).
 * Times are nanoseconds of one clock, and never go back. Confined to one thread.
 */
final class LiveArrivals implements DueTimes {

  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

  private final SplittableRandom random;
  private final DoubleSupplier rate;

  /** What is left of the gap at {@link #since}. */
  private double left;

  private long since;
  private double perSecond;

  /**
   * Creates a process without arrivals.
   *
   * @param rate per second, asked again and again; 0 for no arrivals
   */
  LiveArrivals(long seed, long now, DoubleSupplier rate) {
    random = new SplittableRandom(seed);
    this.rate = rate;
    since = now;
    left = gap();
  }

  /** Sets the rate from now on; the caller has taken all arrivals that were due before now. */
  void rate(double newPerSecond, long now) {
    left = Math.max(0, left - perSecond * (now - since) / SECOND);
    since = now;
    perSecond = newPerSecond;
  }

  @Override
  public long next() {
    return perSecond <= 0 ? Schedule.NEVER : since + (long) (left / perSecond * SECOND);
  }

  @Override
  public long take() {
    since = next();
    left = gap();
    return since;
  }

  @Override
  public void takenUntil(long now) {
    rate(rate.getAsDouble(), now);
  }

  private double gap() {
    return -Math.log1p(-random.nextDouble());
  }
}
