package tailgate.admin;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the metrics of one scrape. Confined to one thread. */
final class SnapshotBuilder {

  private static final double NANOS = 1e9;

  private final MetricSnapshots.Builder all = MetricSnapshots.builder();

  MetricSnapshots build() {
    return all.build();
  }

  void add(MetricSnapshot metric) {
    all.metricSnapshot(metric);
  }

  /** A counter; its name gets {@code _total} when it is written. */
  void counter(String name, String help, Number value) {
    add(
        CounterSnapshot.builder()
            .name(name)
            .help(help)
            .dataPoint(CounterDataPointSnapshot.builder().value(value.doubleValue()).build())
            .build());
  }

  /** A counter for each value of one label. */
  void counters(String name, String help, String label, Map<String, Long> values) {
    CounterSnapshot.Builder metric = CounterSnapshot.builder().name(name).help(help);
    values.forEach(
        (of, value) ->
            metric.dataPoint(
                CounterDataPointSnapshot.builder()
                    .labels(Labels.of(label, of))
                    .value(value.doubleValue())
                    .build()));
    add(metric.build());
  }

  void gauge(String name, String help, Number value) {
    add(
        GaugeSnapshot.builder()
            .name(name)
            .help(help)
            .dataPoint(GaugeDataPointSnapshot.builder().value(value.doubleValue()).build())
            .build());
  }

  void gaugeIfPresent(String name, String help, @Nullable Number value) {
    if (value != null) {
      gauge(name, help, value);
    }
  }

  /** A gauge for each value of one label. */
  void gauges(String name, String help, String label, Map<String, Long> values) {
    GaugeSnapshot.Builder metric = GaugeSnapshot.builder().name(name).help(help);
    values.forEach(
        (of, value) ->
            metric.dataPoint(
                GaugeDataPointSnapshot.builder()
                    .labels(Labels.of(label, of))
                    .value(value.doubleValue())
                    .build()));
    add(metric.build());
  }

  /** Resizes of the pool, by direction and cause. */
  void resizes(Stats.Resizes resizes) {
    CounterSnapshot.Builder metric =
        CounterSnapshot.builder().name("tailgate_pool_resizes").help("Resizes of the pool.");
    resizes.grownByCause().forEach((cause, n) -> metric.dataPoint(resized("grow", cause, n)));
    resizes.shrunkByCause().forEach((cause, n) -> metric.dataPoint(resized("shrink", cause, n)));
    add(metric.build());
  }

  private static CounterDataPointSnapshot resized(String direction, String cause, long count) {
    return CounterDataPointSnapshot.builder()
        .labels(Labels.of("cause", cause, "direction", direction))
        .value((double) count)
        .build();
  }

  /** Number and duration of the collections of each garbage collector. */
  void collections(List<Stats.Collector> collectors) {
    SummarySnapshot.Builder metric =
        SummarySnapshot.builder()
            .name("jvm_gc_collection_seconds")
            .help("Garbage collections. All are pauses, except those of a gc named Cycles.");
    for (Stats.Collector collector : collectors) {
      metric.dataPoint(
          SummaryDataPointSnapshot.builder()
              .labels(Labels.of("gc", collector.name()))
              .count(collector.collections())
              .sum(collector.nanos() / NANOS)
              .build());
    }
    add(metric.build());
  }
}
