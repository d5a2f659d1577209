package tailgate.admin;

import tailgate.metrics.RequestMetrics;

/**
 * The values behind {@link Stats.Latencies}. Quantiles of several processes cannot be added, but
 * these can.
 */
record LatencyHistograms(SpanHistograms queueWait, SpanHistograms service, SpanHistograms total) {

  static LatencyHistograms of(RequestMetrics metrics) {
    return new LatencyHistograms(
        SpanHistograms.of(metrics.queueWait()),
        SpanHistograms.of(metrics.service()),
        SpanHistograms.of(metrics.total()));
  }

  /** Adds the values of both. */
  LatencyHistograms plus(LatencyHistograms other) {
    return new LatencyHistograms(
        queueWait.plus(other.queueWait), service.plus(other.service), total.plus(other.total));
  }

  /** Returns the values of the whole time, as {@link SpanHistograms#ended} does. */
  LatencyHistograms ended() {
    return new LatencyHistograms(queueWait.ended(), service.ended(), total.ended());
  }

  Stats.Latencies latencies() {
    return new Stats.Latencies(queueWait.spans(), service.spans(), total.spans());
  }
}
