package tailgate.metrics;

import java.util.Map;

/** How many requests have ended, by the class of their status. A snapshot; immutable. */
public final class StatusCounts {

  private final Map<StatusClass, Long> counts;

  StatusCounts(Map<StatusClass, Long> counts) {
    this.counts = Map.copyOf(counts);
  }

  /** How many of this class. */
  public long get(StatusClass status) {
    return counts.getOrDefault(status, 0L);
  }

  /** All of them together. */
  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
