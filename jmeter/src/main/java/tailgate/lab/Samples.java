package tailgate.lab;

import java.util.stream.LongStream;

/** What a load generator saw of one run: at least one request. Immutable. */
final class Samples {

  private final long[] sortedMillis;
  private final int failures;
  private final long spanMillis;
  private final int peakUsers;

  /**
   * @param millis how long each request took, successful or not, in any order
   * @param failures how many of them failed
   * @param spanMillis from the start of the first to the end of the last
   * @param peakUsers the most users that were alive at the end of any request
   */
  Samples(LongStream millis, int failures, long spanMillis, int peakUsers) {
    this.sortedMillis = millis.sorted().toArray();
    this.failures = failures;
    this.spanMillis = spanMillis;
    this.peakUsers = peakUsers;
    if (sortedMillis.length == 0) {
      throw new IllegalArgumentException("no samples");
    }
  }

  int count() {
    return sortedMillis.length;
  }

  int failures() {
    return failures;
  }

  int peakUsers() {
    return peakUsers;
  }

  double averageMillis() {
    return LongStream.of(sortedMillis).average().orElseThrow();
  }

  long maxMillis() {
    return sortedMillis[sortedMillis.length - 1];
  }

  /**
   * The exact percentile by the nearest rank: the smallest sample that at least so many per cent of
   * all samples do not exceed.
   *
   * @param percent from 1 to 100
   */
  long percentileMillis(int percent) {
    // In whole numbers: 0.95 × n in floating point may fall on the wrong side of a rank.
    long rank = Math.ceilDiv((long) sortedMillis.length * percent, 100L);
    return sortedMillis[Math.toIntExact(rank) - 1];
  }

  /** Over the whole span, which is taken to be at least one tick of a millisecond clock. */
  double perSecond() {
    return count() * 1000.0 / Math.max(1, spanMillis);
  }
}
