package tailgate.top;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.admin.Stats;

/**
 * Whether figures that were read from elsewhere have all that those of a server have: the reader of
 * JSON leaves null what is not there, also where there is to be no null.
 */
final class Completeness {

  private Completeness() {}

  static boolean isWhole(Stats stats) {
    return all(
            stats.state(),
            stats.stage(),
            stats.connections(),
            stats.bytes(),
            stats.pool(),
            stats.jvm())
        && counts(stats.rejections())
        && counts(stats.refusals())
        && counts(stats.timeouts())
        && isWhole(stats.stage())
        && isWhole(stats.requests())
        && isWhole(stats.pool().resizes())
        && isWhole(stats.jvm());
  }

  private static boolean isWhole(Stats.StageInfo stage) {
    return all(stage.name(), stage.dispatch(), stage.workers());
  }

  private static boolean isWhole(Stats.@Nullable Requests requests) {
    return requests == null
        || (counts(requests.byClass())
            && all(requests.latencyNanos())
            && isWhole(requests.latencyNanos()));
  }

  private static boolean isWhole(Stats.Latencies latencies) {
    return isWhole(latencies.queueWait())
        && isWhole(latencies.service())
        && isWhole(latencies.total());
  }

  private static boolean isWhole(Stats.@Nullable Spans spans) {
    return spans != null && all(spans.last10Seconds(), spans.lastMinute(), spans.all());
  }

  private static boolean isWhole(Stats.@Nullable Resizes resizes) {
    return resizes == null
        || (counts(resizes.grownByCause())
            && counts(resizes.shrunkByCause())
            && elements(resizes.recent())
            && resizes.recent().stream().allMatch(one -> all(one.cause(), one.reason())));
  }

  private static boolean isWhole(Stats.Jvm jvm) {
    return all(jvm.version())
        && elements(jvm.collectors())
        && jvm.collectors().stream().allMatch(collector -> all(collector.name()));
  }

  // ---- what may be null whatever its type says

  private static boolean counts(@Nullable Map<String, Long> counts) {
    return counts != null && elements(counts.values());
  }

  private static boolean elements(@Nullable Collection<?> elements) {
    return elements != null && elements.stream().allMatch(Objects::nonNull);
  }

  private static boolean all(@Nullable Object... values) {
    return Stream.of(values).allMatch(Objects::nonNull);
  }
}
