package tailgate.admin;

import org.jspecify.annotations.Nullable;

/**
 * The statistics of one process at one moment, or the sum of several.
 *
 * @param latencies the values behind the latencies of {@code stats}; null if requests are not
 *     measured
 */
record Snapshot(Stats stats, @Nullable LatencyHistograms latencies) {

  /** The sum of both; see {@link StatsSum}. */
  Snapshot plus(Snapshot other) {
    LatencyHistograms both = sum(latencies, other.latencies);
    return of(StatsSum.plus(stats, other.stats), both);
  }

  /** What is left of these figures when the process has ended: counts, and no current values. */
  Snapshot ended() {
    return of(StatsSum.ended(stats), latencies == null ? null : latencies.ended());
  }

  /** Makes a snapshot that has the quantiles of these values. */
  private static Snapshot of(Stats stats, @Nullable LatencyHistograms latencies) {
    Stats.Requests requests = stats.requests();
    return requests == null || latencies == null
        ? new Snapshot(stats, latencies)
        : new Snapshot(stats.with(requests.with(latencies.latencies())), latencies);
  }

  private static @Nullable LatencyHistograms sum(
      @Nullable LatencyHistograms left, @Nullable LatencyHistograms right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return left.plus(right);
  }
}
