package tailgate.metrics;

import java.time.Duration;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Counts and latencies of some requests. Confined to the thread that has claimed it.
 *
 * <p>Values are exact to 1 %, from 1 ns to {@link #MAX_NANOS}; longer ones count as that.
 */
final class LatencyStripe {

  /** One hour. */
  static final long MAX_NANOS = Duration.ofHours(1).toNanos();

  /**
   * Significant digits. With 2, a histogram takes about 40 KB and fits into the cache of a core.
   */
  static final int PRECISION = 2;

  private static final int CLASSES = StatusClass.values().length;

  private final long[] ended = new long[CLASSES];
  private final Histogram queueWait = new Histogram(MAX_NANOS, PRECISION);
  private final Histogram service = new Histogram(MAX_NANOS, PRECISION);
  private final Histogram total = new Histogram(MAX_NANOS, PRECISION);

  /** Adds a request; negative times count as 0. */
  void add(StatusClass status, long queueWaitNanos, long serviceNanos) {
    long waited = clamp(queueWaitNanos);
    long served = clamp(serviceNanos);
    queueWait.recordValue(waited); // cannot throw in this range
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

  /** The number of requests with this class of status. */
  long ended(StatusClass status) {
    return ended[status.index()];
  }

  /** Valid until the next change. */
  Histogram queueWait() {
    return queueWait;
  }

  /** Valid until the next change. */
  Histogram service() {
    return service;
  }

  /** Valid until the next change. */
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
