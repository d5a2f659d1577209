package tailgate.lab.load;

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
