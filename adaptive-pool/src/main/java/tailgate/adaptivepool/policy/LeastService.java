package tailgate.adaptivepool.policy;

import java.time.Duration;

/**
 * How quickly tasks have been done at best: the least mean time that they took in an interval or
 * two. It remembers for one to two minutes. Immutable.
 *
 * @param speed how many such tasks a worker does in 1000 s
 * @param speedOfFew the same while at most half of the workers that there may be were busy
 */
record LeastService(WindowedMaximum speed, WindowedMaximum speedOfFew) {
  private static final int STRETCH = 4;

  /** A task takes about as long as another one if it takes at most so many tenths of its time. */
  private static final int ALIKE_TENTHS = 15;

  /** The mean of fewer tasks says nothing. */
  private static final int KNOWN = 8;

  private static final Duration SPAN = Duration.ofMinutes(1);
  private static final Duration UNKNOWN = Duration.ofSeconds(1);
  private static final double SPEED_NANOS = 1e12;

  static LeastService unknown() {
    return new LeastService(WindowedMaximum.none(SPAN), WindowedMaximum.none(SPAN));
  }

  LeastService after(PoolSample now) {
    if (!isKnown(now)) {
      return this;
    }
    int current = speedOf(now);
    boolean few = 2 * now.counts().busy() <= now.max();
    return new LeastService(
        speed.with(now.uptime(), current),
        few ? speedOfFew.with(now.uptime(), current) : speedOfFew);
  }

  /** Whether tasks now take at least {@value #STRETCH} times as long. */
  boolean isStretched(PoolSample now) {
    return isKnown(now) && (double) speedOf(now) * STRETCH <= speed.value();
  }

  /**
   * Whether tasks now take about as long as they did while few workers were busy. Then the
   * throughput, workers / time, has grown with the workers, and a bottleneck behind them would have
   * room for at least two thirds of them.
   */
  boolean isAsOfFew(PoolSample now) {
    return isKnown(now)
        && speedOfFew.value() > 0
        && (long) speedOf(now) * ALIKE_TENTHS >= 10L * speedOfFew.value();
  }

  /** The time; a second if it is unknown, because then tasks are rare or long. */
  Duration time() {
    return speed.value() == 0 ? UNKNOWN : Duration.ofNanos((long) (SPEED_NANOS / speed.value()));
  }

  private static boolean isKnown(PoolSample now) {
    return now.flow().timed() >= KNOWN;
  }

  private static int speedOf(PoolSample now) {
    return (int) (SPEED_NANOS / Math.max(1, now.flow().meanService().toNanos()));
  }
}
