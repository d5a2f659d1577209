package tailgate.admin;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A latency as a classic histogram of Prometheus. The bounds are 1, 2.5 and 5 of each power of ten
 * from 10 µs to 10 s, and infinity. Values and their sum are exact to 1 %.
 */
final class HistogramBuckets {

  private static final double NANOS = 1e9;
  private static final long[] BOUNDS = bounds();

  private HistogramBuckets() {}

  private static long[] bounds() {
    List<Long> all = new ArrayList<>();
    for (long decade = 10_000; decade < 10_000_000_000L; decade *= 10) {
      all.addAll(List.of(decade, decade / 2 * 5, decade * 5));
    }
    all.add(10_000_000_000L);
    return all.stream().mapToLong(Long::longValue).toArray();
  }

  static HistogramDataPointSnapshot of(Histogram values, Labels labels) {
    long[] counts = new long[BOUNDS.length + 1];
    long sum = 0; // in whole nanoseconds: the sum of a histogram must never decrease
    int bucket = 0;
    for (HistogramIterationValue step : values.recordedValues()) {
      long value = values.medianEquivalentValue(step.getValueIteratedTo());
      while (bucket < BOUNDS.length && value > BOUNDS[bucket]) {
        bucket++;
      }
      counts[bucket] += step.getCountAtValueIteratedTo();
      sum += value * step.getCountAtValueIteratedTo();
    }
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    for (int i = 0; i < BOUNDS.length; i++) {
      buckets.bucket(BOUNDS[i] / NANOS, counts[i]);
    }
    buckets.bucket(Double.POSITIVE_INFINITY, counts[BOUNDS.length]);
    return HistogramDataPointSnapshot.builder()
        .labels(labels)
        .classicHistogramBuckets(buckets.build())
        .sum(sum / NANOS)
        .build();
  }
}
