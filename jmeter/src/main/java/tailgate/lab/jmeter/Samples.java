package tailgate.lab.jmeter;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Segment;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/** Has the samples of one run of JMeter, at least one. Immutable. */
public final class Samples {

  /**
   * A request that JMeter has made.
   *
   * @param line the line of its file, counted from 1
   */
  record Sample(long startMillis, long elapsedMillis, boolean success, int line) {

    long endMillis() {
      return startMillis + elapsedMillis;
    }
  }

  /** So many windows are few enough for a plot. */
  private static final int MOST_WINDOWS = 600;

  private static final long SHORTEST_WINDOW_MILLIS = 100;

  private final List<Sample> byStart;
  private final long[] answeredMillis;
  private final int peakUsers;

  /**
   * Sorts the samples by their time.
   *
   * @param samples the samples, in any order
   * @param peakUsers the most users that were alive at the end of any request, 0 if unknown
   */
  Samples(List<Sample> samples, int peakUsers) {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("no samples");
    }
    this.byStart =
        samples.stream().sorted((a, b) -> Long.compare(a.startMillis, b.startMillis)).toList();
    this.answeredMillis = sorted(byStart);
    this.peakUsers = peakUsers;
  }

  private static long[] sorted(List<Sample> samples) {
    return samples.stream()
        .filter(Sample::success)
        .mapToLong(Sample::elapsedMillis)
        .sorted()
        .toArray();
  }

  public int count() {
    return byStart.size();
  }

  int failures() {
    return count() - answeredMillis.length;
  }

  public int peakUsers() {
    return peakUsers;
  }

  /** Returns the time from the first start to the last end, at least a tick of JMeter's clock. */
  long spanMillis() {
    return Math.max(
        1, byStart.stream().mapToLong(Sample::endMillis).max().orElse(0) - startMillis());
  }

  private long startMillis() {
    return byStart.get(0).startMillis;
  }

  /**
   * Returns the exact percentile of requests that succeeded, by the nearest rank; 0 if none did.
   *
   * @param percent from 0, the least, to 100
   */
  long percentileMillis(double percent) {
    return percentile(answeredMillis, percent);
  }

  private static long percentile(long[] sorted, double percent) {
    if (sorted.length == 0) {
      return 0;
    }
    // Slightly less, because 0.95 × n in floating point may be just above a rank.
    int rank = (int) Math.ceil(sorted.length * percent / 100 - 1e-6);
    return sorted[Math.max(rank, 1) - 1];
  }

  /**
   * Returns the samples in terms that all experiments share.
   *
   * @param health how JMeter did as a generator; see {@link #health}; null if unknown
   */
  public Measurement measurement(
      String name, String stage, @Nullable Health health, ServerView server) {
    return new Measurement(
        name,
        stage,
        answeredMillis.length * 1000.0 / spanMillis(),
        figures(),
        Figures.CURVE.stream().map(this::micros).toList(),
        startMillis(),
        spanMillis(),
        timeline(),
        health,
        server,
        null);
  }

  private Figures figures() {
    return new Figures(
        answeredMillis.length,
        failures(),
        micros(50),
        micros(90),
        micros(95),
        micros(99),
        micros(99.9),
        micros(100));
  }

  private long micros(double percent) {
    return percentileMillis(percent) * 1000;
  }

  /** Says whether users arrived when they were due. */
  public Health health(RampUpLoad load) {
    return UserArrivals.health(load, starts());
  }

  /** Says whether requests were sent when they were due, evenly spaced over a segment. */
  public Health health(Segment segment) {
    return UserArrivals.health(segment, starts());
  }

  private long[] starts() {
    return byStart.stream().mapToLong(Sample::startMillis).toArray();
  }

  private Timeline timeline() {
    long window = window();
    int windows = (int) ((byStart.get(count() - 1).startMillis - startMillis()) / window) + 1;
    List<List<Sample>> byWindow = new ArrayList<>();
    for (int i = 0; i < windows; i++) {
      byWindow.add(new ArrayList<>());
    }
    for (Sample sample : byStart) {
      byWindow.get((int) ((sample.startMillis - startMillis()) / window)).add(sample);
    }
    List<long[]> answered = byWindow.stream().map(Samples::sorted).toList();
    return new Timeline(
        window,
        answered.stream().map(millis -> (long) millis.length).toList(),
        byWindow.stream().map(all -> all.stream().filter(s -> !s.success).count()).toList(),
        answered.stream().map(millis -> 1000 * percentile(millis, 50)).toList(),
        answered.stream().map(millis -> 1000 * percentile(millis, 99)).toList(),
        answered.stream().map(millis -> 1000 * percentile(millis, 100)).toList());
  }

  /** Returns 100 ms; for a long run the smallest sufficient 1, 2 or 5 times a power of ten. */
  private long window() {
    long least = spanMillis() / MOST_WINDOWS;
    return LongStream.iterate(SHORTEST_WINDOW_MILLIS, decade -> decade * 10)
        .flatMap(decade -> LongStream.of(decade, 2 * decade, 5 * decade))
        .filter(candidate -> candidate >= least)
        .findFirst()
        .orElseThrow();
  }
}
