package tailgate.metrics;

import java.time.Duration;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * What some requests were: how many of each class, and how long they took. Confined to whoever
 * holds it.
 *
 * <p>Values are exact to 1 %, from 1 ns to {@link #MAX_NANOS}; longer ones count as that.
 */
final class LatencyStripe {

  /** An hour. */
  static final long MAX_NANOS = Duration.ofHours(1).toNanos();

  /** Of a value: 2 keep a histogram within a core's cache, at some 40 KB. */
  static final int PRECISION = 2;

  private static final int CLASSES = StatusClass.values().length;

  private final long[] ended = new long[CLASSES];
  private final Histogram queueWait = new Histogram(MAX_NANOS, PRECISION);
  private final Histogram service = new Histogram(MAX_NANOS, PRECISION);
  private final Histogram total = new Histogram(MAX_NANOS, PRECISION);

  /** One more request; less than nothing counts as nothing. */
  void add(StatusClass status, long queueWaitNanos, long serviceNanos) {
    long waited = clamp(queueWaitNanos);
    long served = clamp(serviceNanos);
    queueWait.recordValue(waited); // throws nothing within its range
    service.recordValue(served);
    total.recordValue(clamp(waited + served));
    ended[status.index()]++;
  }

  private static long clamp(long nanos) {
    return Math.clamp(nanos, 0, MAX_NANOS);
  }

  boolean isEmpty() {
    return total.getTotalCount() == 0;
  }

  /** How many are of this class. */
  long ended(StatusClass status) {
    return ended[status.index()];
  }

  /** Lent until the next change. */
  Histogram queueWait() {
    return queueWait;
  }

  /** Lent until the next change. */
  Histogram service() {
    return service;
  }

  /** Lent until the next change. */
  Histogram total() {
    return total;
  }

  void reset() {
    queueWait.reset();
    service.reset();
    total.reset();
    Arrays.fill(ended, 0);
  }
}
