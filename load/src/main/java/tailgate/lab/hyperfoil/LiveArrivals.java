package tailgate.lab.hyperfoil;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The arrivals of a Poisson process whose rate may change at any time: an arrival happens whenever
 * the integral of the rate has grown by an exponential gap of mean 1 (Lewis and Shedler, 1979).
 * Times are nanoseconds of one clock, and never go back. Confined to one thread.
 */
final class LiveArrivals {

  /** Stands for when the next arrival is due while the rate is 0. */
  static final long NEVER = Long.MAX_VALUE;

  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

  private final SplittableRandom random;

  /** What is left of the gap at {@link #since}. */
  private double left;

  private long since;
  private double perSecond;

  LiveArrivals(long seed, long now) {
    random = new SplittableRandom(seed);
    since = now;
    left = gap();
  }

  /** Sets the rate from now on; the caller has taken all arrivals that were due before now. */
  void rate(double newPerSecond, long now) {
    left = Math.max(0, left - perSecond * (now - since) / SECOND);
    since = now;
    perSecond = newPerSecond;
  }

  /** Returns when the next arrival is due. */
  long next() {
    return perSecond <= 0 ? NEVER : since + (long) (left / perSecond * SECOND);
  }

  /** Takes the next arrival and returns when it is due; the rate must be above 0. */
  long take() {
    since = next();
    left = gap();
    return since;
  }

  private double gap() {
    return -Math.log1p(-random.nextDouble());
  }
}
