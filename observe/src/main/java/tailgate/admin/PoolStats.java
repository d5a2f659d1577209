package tailgate.admin;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tailgate.metrics.PoolGauges;
import tailgate.metrics.PoolResize;
import tailgate.metrics.PoolResizes;
import tailgate.metrics.PoolStatistics;

/** Reads the statistics of a stage's workers. */
final class PoolStats {

  private PoolStats() {}

  static Stats.Pool now(PoolGauges gauges) {
    PoolStatistics now = gauges.statistics();
    return new Stats.Pool(
        orNull(now.workers()),
        orNull(now.busy()),
        orNull(now.min()),
        orNull(now.max()),
        orNull(now.queued()),
        orNull(now.capacity()),
        gauges.resizes().map(PoolStats::resizes).orElse(null),
        gauges.failures().orElse(null));
  }

  private static Stats.Resizes resizes(PoolResizes<?> log) {
    Map<String, Long> grown = log.grown().byName();
    Map<String, Long> shrunk = log.shrunk().byName();
    List<Stats.Resize> recent = log.recent().stream().map(PoolStats::resize).toList();
    return new Stats.Resizes(sum(grown), sum(shrunk), grown, shrunk, recent);
  }

  /** The sum of the given counts, so that both agree even if the pool is resized meanwhile. */
  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static Stats.Resize resize(PoolResize<?> resize) {
    return new Stats.Resize(
        resize.at().toEpochMilli(),
        resize.from(),
        resize.to(),
        resize.cause().name().toLowerCase(Locale.ROOT),
        resize.reason());
  }

  private static @Nullable Integer orNull(OptionalInt value) {
    return value.isPresent() ? value.getAsInt() : null;
  }
}
