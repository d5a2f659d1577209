package tailgate.admin;

import org.HdrHistogram.Histogram;
import tailgate.metrics.Latency;

/**
 * The values of one latency over three periods. Immutable by agreement: nobody changes the
 * histograms.
 */
record SpanHistograms(Histogram last10Seconds, Histogram lastMinute, Histogram all) {

  private static final int SHORT_WINDOW_SECONDS = 10;
  private static final int LONG_WINDOW_SECONDS = 60;

  static SpanHistograms of(Latency latency) {
    return new SpanHistograms(
        latency.last(SHORT_WINDOW_SECONDS), latency.last(LONG_WINDOW_SECONDS), latency.total());
  }

  /** Adds the values of both. */
  SpanHistograms plus(SpanHistograms other) {
    return new SpanHistograms(
        sum(last10Seconds, other.last10Seconds),
        sum(lastMinute, other.lastMinute),
        sum(all, other.all));
  }

  /** Drops the values of the last seconds: they do not leave a sum as time passes. */
  SpanHistograms ended() {
    Histogram none = all.copy();
    none.reset();
    return new SpanHistograms(none, none, all);
  }

  Stats.Spans spans() {
    return new Stats.Spans(quantiles(last10Seconds), quantiles(lastMinute), quantiles(all));
  }

  private static Histogram sum(Histogram left, Histogram right) {
    Histogram sum = left.copy();
    sum.add(right);
    return sum;
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
