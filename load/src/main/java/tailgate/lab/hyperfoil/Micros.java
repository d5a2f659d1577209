package tailgate.lab.hyperfoil;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Makes microseconds and histograms of them. */
final class Micros {

  static final long MOST = TimeUnit.MINUTES.toMicros(10);

  private Micros() {}

  static long of(long nanos) {
    return Math.min(TimeUnit.NANOSECONDS.toMicros(Math.max(nanos, 0)), MOST);
  }

  /**
   * Makes a histogram for times of up to ten minutes.
   *
   * @param digits that are exact
   */
  static ConcurrentHistogram histogram(int digits) {
    return new ConcurrentHistogram(MOST, digits);
  }

  /** Makes such a histogram that is not thread-safe. */
  static Histogram plainHistogram(int digits) {
    return new Histogram(MOST, digits);
  }
}
