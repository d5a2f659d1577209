package tailgate.lab.bench;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import tailgate.lab.bench.BenchmarkResult.Sample;

/** Counts how often each time was sampled. There is at least one sample. */
final class Distribution {

  /** A percentile needs this many samples above it; otherwise it is chance. */
  private static final int LEAST_BEYOND = 10;

  private final NavigableMap<Double, Long> counts = new TreeMap<>();
  private final long count;

  Distribution(List<List<Sample>> iterations) {
    iterations.forEach(
        samples ->
            samples.forEach(sample -> counts.merge(sample.value(), sample.count(), Long::sum)));
    count = counts.values().stream().mapToLong(Long::longValue).sum();
    if (count == 0) {
      throw new IllegalArgumentException("no samples");
    }
  }

  static Distribution of(List<List<List<Sample>>> forks) {
    return new Distribution(forks.stream().flatMap(List::stream).toList());
  }

  long count() {
    return count;
  }

  double max() {
    return counts.lastKey();
  }

  /** Returns the percentile by the nearest rank. */
  double at(double percent) {
    long rank = Math.max(1, (long) Math.ceil(percent / 100 * count));
    long seen = 0;
    for (var entry : counts.entrySet()) {
      seen += entry.getValue();
      if (seen >= rank) {
        return entry.getKey();
      }
    }
    return max();
  }

  /** Returns whether there are enough samples for that percentile. */
  boolean knows(double percent) {
    return Math.round(count * (1 - percent / 100)) >= LEAST_BEYOND;
  }
}
