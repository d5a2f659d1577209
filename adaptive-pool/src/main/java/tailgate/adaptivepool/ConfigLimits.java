package tailgate.adaptivepool;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import tailgate.queue.BoundedQueue;

/**
 * The limits of the numbers in an {@link AdaptivePoolConfig}. It has the names under which the user
 * gives these numbers, so that a refusal uses the same name: {@code min} in a program, {@code
 * --min-workers} on the command line.
 */
record ConfigLimits(String min, String max, String queueCapacity, String interval) {
  static final int MOST_WORKERS = 65_536;
  static final int LONGEST_QUEUE = BoundedQueue.MAX_CAPACITY;

  static final ConfigLimits COMPONENTS =
      new ConfigLimits("min", "max", "queueCapacity", "interval");

  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(1);
  private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

  /**
   * Refuses numbers out of range.
   *
   * @throws IllegalArgumentException with one message per cause
   */
  void check(int least, int most, int capacity, Duration between) {
    requireRange(min, least, MOST_WORKERS);
    requireRange(max, most, MOST_WORKERS);
    requireRange(queueCapacity, capacity, LONGEST_QUEUE);
    if (least > most) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%s must be at most %s, not %d > %d", min, max, least, most));
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
          String.format(Locale.ROOT, "%s must be from 1 to %d, not %d", name, most, value));
    }
  }
}
