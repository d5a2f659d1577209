package tailgate.adaptivepool;

import java.time.Duration;
import java.util.Objects;

/**
 * What the numbers of an {@link AdaptivePoolConfig} are called by who gives them, so that a refusal
 * speaks of what has been typed: {@code min} in a program, {@code --min-workers} on the command
 * line.
 */
record ConfigNames(String min, String max, String queueCapacity, String interval) {
  static final ConfigNames COMPONENTS = new ConfigNames("min", "max", "queueCapacity", "interval");

  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(1);
  private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

  /**
   * Refuses numbers out of range.
   *
   * @throws IllegalArgumentException with one message per cause
   */
  void check(int least, int most, int capacity, Duration between) {
    requireRange(min, least, AdaptivePoolConfig.MOST_WORKERS);
    requireRange(max, most, AdaptivePoolConfig.MOST_WORKERS);
    requireRange(queueCapacity, capacity, AdaptivePoolConfig.LONGEST_QUEUE);
    if (least > most) {
      throw new IllegalArgumentException(
          "%s must be at most %s, not %d > %d".formatted(min, max, least, most));
    }
    Objects.requireNonNull(between, interval);
    if (between.compareTo(SHORTEST_INTERVAL) < 0 || between.compareTo(LONGEST_INTERVAL) > 0) {
      throw new IllegalArgumentException(
          "%s must be from 1 ms to 1 minute, not %s".formatted(interval, between));
    }
  }

  private static void requireRange(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          "%s must be from 1 to %d, not %d".formatted(name, most, value));
    }
  }
}
