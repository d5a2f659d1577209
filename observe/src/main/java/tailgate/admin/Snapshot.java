package tailgate.admin;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of one process at one moment, or the sum of several.
 *
 * @param latencies the values behind the latencies of {@code stats}; null if requests are not
 *     measured
 */
record Snapshot(Stats stats, @Nullable LatencyHistograms latencies) {

  Snapshot {
    Objects.requireNonNull(stats, "stats");
  }

  /** The sum of both; see {@link StatsSum}. */
  Snapshot plus(Snapshot other) {
    return StatsSum.plus(this, other).withItsQuantiles();
  }

  /** What is left of these figures when the process has ended: counts, and no current values. */
  Snapshot ended() {
    return StatsSum.ended(this).withItsQuantiles();
  }

  /** Makes a snapshot that has the quantiles of these values. */
  private Snapshot withItsQuantiles() {
    Stats.Requests requests = stats.requests();
    return requests == null || latencies == null
        ? this
        : new Snapshot(stats.with(requests.with(latencies.latencies())), latencies);
  }
}
