package tailgate.admin;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.content.cache.CacheStatistics;

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
        new Stats.Connections(0, 0, 0, 0, 0),
        new Stats.Bytes(0, 0),
        Map.of(),
        Map.of(),
        Map.of(),
        null,
        Map.of(),
        null,
        0,
        new Stats.Pool(1, 0, 1, 1, 0, 1, resizes, null),
        new CacheStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        new Stats.Jvm("21", 1, 0, 0, 0, 0, null, 1, null, List.of()));
  }
}
