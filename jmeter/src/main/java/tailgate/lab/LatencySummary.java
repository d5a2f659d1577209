package tailgate.lab;

/**
 * The figures of one stage.
 *
 * @param samples how many requests were made, failed ones included
 * @param averageMillis beside the percentiles, never instead of them
 * @param perSecond requests per second between the first start and the last end
 * @param failures how many requests failed
 * @param peakUsers the most users that were alive at once
 */
record LatencySummary(
    int samples,
    double averageMillis,
    long p50Millis,
    long p90Millis,
    long p95Millis,
    long p99Millis,
    long maxMillis,
    double perSecond,
    int failures,
    int peakUsers) {

  static LatencySummary of(Samples samples) {
    return new LatencySummary(
        samples.count(),
        samples.averageMillis(),
        samples.percentileMillis(50),
        samples.percentileMillis(90),
        samples.percentileMillis(95),
        samples.percentileMillis(99),
        samples.maxMillis(),
        samples.perSecond(),
        samples.failures(),
        samples.peakUsers());
  }

  double failurePercent() {
    return 100.0 * failures / samples;
  }
}
