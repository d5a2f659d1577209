package tailgate.admin;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tailgate.metrics.Statistic;

/**
 * Collects the metrics of one scrape. A metric may be added several times, with other labels each
 * time. Confined to one thread.
 */
final class SnapshotBuilder {

  private static final double NANOS = 1e9;

  private final MetricSnapshots.Builder all = MetricSnapshots.builder();
  private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
  private final Map<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
  private final Map<String, HistogramSnapshot.Builder> histograms = new LinkedHashMap<>();
  private final Map<String, SummarySnapshot.Builder> summaries = new LinkedHashMap<>();

  /** The labels of all that is added next. */
  private Labels common = Labels.EMPTY;

  /** Gives these labels too to each sample from now on. */
  void label(Labels labels) {
    common = labels;
  }

  MetricSnapshots build() {
    counters.values().forEach(metric -> all.metricSnapshot(metric.build()));
    gauges.values().forEach(metric -> all.metricSnapshot(metric.build()));
    histograms.values().forEach(metric -> all.metricSnapshot(metric.build()));
    summaries.values().forEach(metric -> all.metricSnapshot(metric.build()));
    return all.build();
  }

  /** What describes the server as a whole. */
  void info(String name, String help, Labels labels) {
    all.metricSnapshot(
        InfoSnapshot.builder()
            .name(name)
            .help(help)
            .dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder().labels(labels).build())
            .build());
  }

  /** All figures of a record that have a name, and those of the records in it. */
  void figures(Record stats) {
    for (RecordComponent component : stats.getClass().getRecordComponents()) {
      Object value = StatsSum.value(stats, component);
      Statistic statistic = component.getAnnotation(Statistic.class);
      if (value instanceof Record inner) {
        figures(inner);
      } else if (value != null && statistic != null && !statistic.name().isEmpty()) {
        figure(statistic, value);
      }
    }
  }

  private void figure(Statistic statistic, Object value) {
    Labels labels = Labels.of(statistic.labels());
    switch (value) {
      case Map<?, ?> byKey ->
          byKey.forEach(
              (key, count) ->
                  add(
                      statistic,
                      labels.merge(Labels.of(statistic.label(), (String) key)),
                      (Long) count));
      case Boolean flag -> add(statistic, labels, flag ? 1 : 0);
      case Long nanos when statistic.nanos() -> add(statistic, labels, nanos / NANOS);
      default -> add(statistic, labels, (Number) value);
    }
  }

  private void add(Statistic statistic, Labels labels, Number value) {
    if (statistic.kind() == Statistic.Kind.COUNTER) {
      counter(statistic.name(), statistic.help(), labels, value);
    } else {
      gauge(statistic.name(), statistic.help(), labels, value);
    }
  }

  /** A counter; its name gets {@code _total} when it is written. */
  void counter(String name, String help, Number value) {
    counter(name, help, Labels.EMPTY, value);
  }

  void counters(String name, String help, String label, Map<String, Long> values) {
    values.forEach((of, value) -> counter(name, help, Labels.of(label, of), value));
  }

  private void counter(String name, String help, Labels labels, Number value) {
    counters
        .computeIfAbsent(name, n -> CounterSnapshot.builder().name(n).help(help))
        .dataPoint(
            CounterDataPointSnapshot.builder()
                .labels(common.merge(labels))
                .value(value.doubleValue())
                .build());
  }

  void gauge(String name, String help, Number value) {
    gauge(name, help, Labels.EMPTY, value);
  }

  private void gauge(String name, String help, Labels labels, Number value) {
    gauges
        .computeIfAbsent(name, n -> GaugeSnapshot.builder().name(n).help(help))
        .dataPoint(
            GaugeDataPointSnapshot.builder()
                .labels(common.merge(labels))
                .value(value.doubleValue())
                .build());
  }

  /** A latency; its name gets {@code _seconds}. */
  void histogram(String name, String help, Histogram values) {
    histograms
        .computeIfAbsent(
            name + "_seconds",
            n -> HistogramSnapshot.builder().name(n).unit(Unit.SECONDS).help(help))
        .dataPoint(HistogramBuckets.of(values, common));
  }

  /** Number and duration of the collections of each garbage collector. */
  void collections(List<Stats.Collector> collectors) {
    SummarySnapshot.Builder metric =
        summaries.computeIfAbsent(
            "jvm_gc_collection_seconds",
            n ->
                SummarySnapshot.builder()
                    .name(n)
                    .help(
                        "Garbage collections. All are pauses, except those of a gc named Cycles."));
    for (Stats.Collector collector : collectors) {
      metric.dataPoint(
          SummaryDataPointSnapshot.builder()
              .labels(common.merge(Labels.of("gc", collector.name())))
              .count(collector.collections())
              .sum(collector.nanos() / NANOS)
              .build());
    }
  }
}
