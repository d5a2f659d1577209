package tailgate.admin;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds samples to the {@link StatsHistory}. A sample has what {@code /stats} answers, but each
 * resize of the pool is in one sample only, the first one after it. Confined to the periodic task.
 */
final class StatsSampler {

  private final Supplier<Stats> source;
  private final StatsHistory history;

  /** The latest resize that is in a sample. */
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

  /**
   * Compares the resizes themselves, because their count is read at another moment than their list.
   */
  private Stats.Resizes unseen(Stats.Resizes resizes) {
    List<Stats.Resize> recent = resizes.recent();
    int from =
        seen == null ? 0 : recent.lastIndexOf(seen) + 1; // all, if it is no longer in the list
    if (!recent.isEmpty()) {
      seen = recent.getLast();
    }
    return resizes.with(recent.subList(from, recent.size()));
  }
}
