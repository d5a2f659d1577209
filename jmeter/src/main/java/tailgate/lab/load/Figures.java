package tailgate.lab.load;

import java.util.List;
import org.HdrHistogram.AbstractHistogram;

/**
 * The latencies of some requests in microseconds, from when a request was due to the last byte of
 * its answer.
 *
 * @param count answers of status 200; the percentiles are theirs
 * @param failed requests with another answer, or none
 */
public record Figures(
    long count, long failed, long p50, long p90, long p95, long p99, long p999, long max) {

  /** The percentiles of a plotted curve, denser towards the tail. */
  public static final List<Double> CURVE =
      List.of(
          0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 85.0, 90.0, 92.0, 94.0, 95.0, 96.0,
          97.0, 98.0, 98.5, 99.0, 99.2, 99.4, 99.5, 99.6, 99.7, 99.8, 99.85, 99.9);

  /** The values at {@link #CURVE}. */
  public static List<Long> curve(AbstractHistogram micros) {
    return CURVE.stream().map(micros::getValueAtPercentile).toList();
  }

  public static Figures of(AbstractHistogram micros, long failed) {
    return new Figures(
        micros.getTotalCount(),
        failed,
        micros.getValueAtPercentile(50),
        micros.getValueAtPercentile(90),
        micros.getValueAtPercentile(95),
        micros.getValueAtPercentile(99),
        micros.getValueAtPercentile(99.9),
        micros.getMaxValue());
  }
}
