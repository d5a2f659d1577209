package tailgate.admin;

import java.util.Objects;
import tailgate.metrics.RequestMetrics;

/**
 * The values behind {@link Stats.Latencies}. Quantiles of several processes cannot be added, but
 * these can.
 */
record LatencyHistograms(SpanHistograms queueWait, SpanHistograms service, SpanHistograms total) {

  LatencyHistograms {
    Objects.requireNonNull(queueWait, "queueWait");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(total, "total");
  }

  static LatencyHistograms of(RequestMetrics metrics) {
    return new LatencyHistograms(
        SpanHistograms.of(metrics.queueWait()),
        SpanHistograms.of(metrics.service()),
        SpanHistograms.of(metrics.total()));
  }

  Stats.Latencies latencies() {
    return new Stats.Latencies(queueWait.spans(), service.spans(), total.spans());
  }
}
