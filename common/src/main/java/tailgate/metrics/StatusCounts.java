package tailgate.metrics;

import java.util.Map;

/** How many requests have ended, by class of status. A snapshot; immutable. */
public final class StatusCounts {

  private final Map<StatusClass, Long> counts;

  StatusCounts(Map<StatusClass, Long> counts) {
    this.counts = Map.copyOf(counts);
  }

  public long get(StatusClass status) {
    return counts.getOrDefault(status, 0L);
  }

  /** Returns the sum of all classes. */
  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
