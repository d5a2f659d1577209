package tailgate.admin;

import static tailgate.metrics.Statistic.Kind.GAUGE;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.metrics.RequestMetrics;
import tailgate.metrics.Statistic;

/**
 * The values behind {@link Stats.Latencies}. Quantiles of several processes cannot be added, but
 * these can.
 *
 * @param waitedByTotal that of {@link RequestMetrics#waitedByTotal} in the last minute; null from a
 *     process of a version that does not know it, and then the sum is that of the others
 */
record LatencyHistograms(
    SpanHistograms queueWait,
    SpanHistograms service,
    SpanHistograms total,
    @Statistic(kind = GAUGE) @Nullable Histogram waitedByTotal) {

  private static final double SLOWEST_ABOVE = 99;
  private static final int SECONDS = 60;

  LatencyHistograms {
    Objects.requireNonNull(queueWait, "queueWait");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(total, "total");
  }

  static LatencyHistograms of(RequestMetrics metrics) {
    return new LatencyHistograms(
        SpanHistograms.of(metrics.queueWait()),
        SpanHistograms.of(metrics.service()),
        SpanHistograms.of(metrics.total()),
        metrics.waitedByTotal().last(SECONDS));
  }

  Stats.Latencies latencies() {
    return new Stats.Latencies(
        queueWait.spans(),
        service.spans(),
        total.spans(),
        waitedByTotal == null ? null : slowest(total.lastMinute(), waitedByTotal));
  }

  /**
   * Returns the slowest hundredth, and those that took roughly as long as the fastest of them: of
   * these alone it is known what they waited.
   */
  private static Stats.@Nullable Slowest slowest(Histogram took, Histogram waited) {
    if (took.getTotalCount() == 0) {
      return null;
    }
    long from = waited.lowestEquivalentValue(took.getValueAtPercentile(SLOWEST_ABOVE));
    long count = 0;
    double nanos = 0;
    for (var times : took.recordedValues()) {
      if (times.getValueIteratedTo() >= from) {
        count += times.getCountAtValueIteratedTo();
        nanos +=
            (double) took.medianEquivalentValue(times.getValueIteratedTo())
                * times.getCountAtValueIteratedTo();
      }
    }
    long mean = (long) nanos / count;
    long micros = waited.getCountBetweenValues(from, took.getMaxValue());
    long waitNanos = TimeUnit.MICROSECONDS.toNanos(micros) / count;
    return new Stats.Slowest(count, from, mean, Math.min(mean, waitNanos)); // mean is exact to 1 %
  }
}
