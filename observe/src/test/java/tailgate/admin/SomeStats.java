package tailgate.admin;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.content.cache.CacheStatistics;
import tailgate.metrics.LogLines;
import tailgate.metrics.PoolFailures;
import tailgate.metrics.RequestMetrics;

/** Figures for tests that care little for them. */
final class SomeStats {

  private SomeStats() {}

  static Stats of(double uptimeSeconds) {
    return of(uptimeSeconds, "one", null);
  }

  /** With a description of the workers as long as that. */
  static Stats ofLength(int chars) {
    return of(1, "x".repeat(chars), null);
  }

  static Stats of(double uptimeSeconds, String workers, Stats.@Nullable Resizes resizes) {
    return new Stats(
        1_000,
        uptimeSeconds,
        "ready",
        new Stats.StageInfo("test", "request", true, 1, workers),
        null,
        new Stats.Connections(0, 0, 0, 0, 0, 1, false, 0, 0, 0, 1),
        new Stats.Bytes(0, 0),
        Map.of(),
        Map.of(),
        Map.of(),
        null,
        Map.of(),
        null,
        0,
        new Stats.Pool(1, 0, 1, 1, 0, 1, resizes, null),
        new CacheStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        new Stats.Jvm("21", 1, 0, 0, 0, 0, null, 1, null, null, List.of()),
        null);
  }

  /** The figures of a process that has measured these requests, and holds one of everything. */
  static Snapshot measured(RequestMetrics metrics) {
    LatencyHistograms latencies = LatencyHistograms.of(metrics);
    long total = metrics.ended().total();
    var requests =
        new Stats.Requests(total, Map.of("2xx", total), metrics.inFlight(), latencies.latencies());
    var collector = new Stats.Collector("G1 Young Generation", 1, 1, false);
    return new Snapshot(
        new Stats(
            1_000,
            1,
            "ready",
            new Stats.StageInfo("test", "request", true, 2, "one"),
            requests,
            new Stats.Connections(1, 1, 1, 1, 1, 1, false, 1, 1, 1, 1),
            new Stats.Bytes(1, 1),
            Map.of("executor", 1L),
            Map.of("BAD_FIELD", 1L),
            Map.of("idle", 1L),
            1L,
            Map.of("busy", 0L),
            new LogLines(1, 1),
            1,
            new Stats.Pool(
                1,
                1,
                1,
                1,
                1,
                1,
                new Stats.Resizes(
                    1,
                    0,
                    Map.of("calm", 1L),
                    Map.of("calm", 0L),
                    List.of(new Stats.Resize(7, 1, 2, "calm", "why"))),
                new PoolFailures(1, 1)),
            new CacheStatistics(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
            new Stats.Jvm("21", 1, 1, 1, 1, 1, 1L, 1, 1L, 1L, List.of(collector)),
            null),
        latencies);
  }
}
