package tailgate.admin;

import static tailgate.metrics.Statistic.Kind.GAUGE;

import java.util.Objects;
import org.HdrHistogram.Histogram;
import tailgate.metrics.Latency;
import tailgate.metrics.Statistic;

/**
 * The values of one latency over three periods. Immutable by agreement: nobody changes the
 * histograms. Those of the last seconds do not leave a sum as time passes, so a process that has
 * ended has none.
 */
record SpanHistograms(
    @Statistic(kind = GAUGE) Histogram last10Seconds,
    @Statistic(kind = GAUGE) Histogram lastMinute,
    @Statistic Histogram all) {

  private static final int SHORT_WINDOW_SECONDS = 10;
  private static final int LONG_WINDOW_SECONDS = 60;

  SpanHistograms {
    Objects.requireNonNull(last10Seconds, "last10Seconds");
    Objects.requireNonNull(lastMinute, "lastMinute");
    Objects.requireNonNull(all, "all");
  }

  static SpanHistograms of(Latency latency) {
    return new SpanHistograms(
        latency.last(SHORT_WINDOW_SECONDS), latency.last(LONG_WINDOW_SECONDS), latency.total());
  }

  Stats.Spans spans() {
    return new Stats.Spans(quantiles(last10Seconds), quantiles(lastMinute), quantiles(all));
  }

  private static Stats.Quantiles quantiles(Histogram values) {
    long count = values.getTotalCount();
    if (count == 0) {
      return new Stats.Quantiles(0, null, null, null, null, null, null, null, null);
    }
    return new Stats.Quantiles(
        count,
        values.getMinValue(),
        values.getValueAtPercentile(50),
        values.getValueAtPercentile(90),
        values.getValueAtPercentile(95),
        values.getValueAtPercentile(99),
        values.getValueAtPercentile(99.9),
        values.getValueAtPercentile(99.99),
        values.getMaxValue());
  }
}
