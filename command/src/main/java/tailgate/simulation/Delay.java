package tailgate.simulation;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The delay of each request, as a random variable. Immutable. */
public sealed interface Delay {

  /** Returns one sample in nanoseconds, at least 0. */
  long sampleNanos(RandomGenerator random);

  /** A constant delay. */
  record Constant(Duration duration) implements Delay {
    public Constant {
      check(duration);
    }

    @Override
    public long sampleNanos(RandomGenerator random) {
      return duration.toNanos();
    }
  }

  /**
   * Exponentially distributed and memoryless, like the service times of M/M/c in queueing theory.
   */
  record Exponential(Duration mean) implements Delay {
    public Exponential {
      check(mean);
    }

    @Override
    public long sampleNanos(RandomGenerator random) {
      return (long) (random.nextExponential() * mean.toNanos());
    }
  }

  /** Uniformly distributed between two bounds, both inclusive. */
  record Uniform(Duration min, Duration max) implements Delay {
    public Uniform {
      check(min);
      check(max);
      if (min.compareTo(max) > 0) {
        throw new IllegalArgumentException(min + " is longer than " + max);
      }
    }

    @Override
    public long sampleNanos(RandomGenerator random) {
      return random.nextLong(min.toNanos(), max.toNanos() + 1);
    }
  }

  /** A delay that so many percent of the requests have, by chance; the others have none. */
  record Share(int percent, Delay delay) implements Delay {
    public Share {
      if (percent < 1 || percent > 99) {
        throw new IllegalArgumentException("a share must be 1 to 99 percent, not " + percent);
      }
    }

    @Override
    public long sampleNanos(RandomGenerator random) {
      return random.nextInt(100) < percent ? delay.sampleNanos(random) : 0;
    }
  }

  private static void check(Duration duration) {
    if (duration.isNegative() || duration.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException("a delay must be 0 to 1 hour, not " + duration);
    }
  }
}
