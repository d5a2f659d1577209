package tailgate.adaptivepool.policy;

import java.time.Duration;

/**
 * How quickly tasks have been done at best: the least mean time that they took in an interval or
 * two. It remembers for one to two minutes. Immutable.
 *
 * @param speed how many such tasks a worker does in 1000 s
 */
record LeastService(WindowedMaximum speed) {
  private static final int STRETCH = 4;

  /** Fewer tasks make no mean. */
  private static final int KNOWN = 8;

  private static final Duration SPAN = Duration.ofMinutes(1);
  private static final Duration UNKNOWN = Duration.ofSeconds(1);
  private static final double SPEED_NANOS = 1e12;

  static LeastService unknown() {
    return new LeastService(WindowedMaximum.none(SPAN));
  }

  LeastService after(PoolSample now) {
    return isKnown(now) ? new LeastService(speed.with(now.uptime(), speedOf(now))) : this;
  }

  /** Whether tasks now take at least {@value #STRETCH} times as long. */
  boolean isStretched(PoolSample now) {
    return isKnown(now) && (double) speedOf(now) * STRETCH <= speed.value();
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
