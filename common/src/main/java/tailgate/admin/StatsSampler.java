package tailgate.admin;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the samples of the {@link StatsHistory}. A sample is what {@code /stats} answers, but that
 * each resize of the pool is in one sample only, the first that knows of it. Confined to the
 * ticker.
 */
final class StatsSampler {

  private final Supplier<Stats> source;
  private final StatsHistory history;

  /** The last that was in a sample. */
  private Stats.@Nullable Resize seen;

  StatsSampler(Supplier<Stats> source, StatsHistory history) {
    this.source = source;
    this.history = history;
  }

  void sample() {
    Stats stats = source.get();
    Stats.Resizes resizes = stats.pool().resizes();
    history.add(resizes == null ? stats : stats.with(stats.pool().with(unseen(resizes))));
  }

  /** Goes by the resizes themselves: their count is read at another moment than their list. */
  private Stats.Resizes unseen(Stats.Resizes resizes) {
    List<Stats.Resize> recent = resizes.recent();
    int from = seen == null ? 0 : recent.lastIndexOf(seen) + 1; // all, if it has left the list
    if (!recent.isEmpty()) {
      seen = recent.getLast();
    }
    return resizes.with(recent.subList(from, recent.size()));
  }
}
