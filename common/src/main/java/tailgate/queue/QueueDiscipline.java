package tailgate.queue;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a queue treats its items during an overload.
 *
 * @param policy which items come first, and which are refused, while {@link CoDel} sees an overload
 * @param target the wait that is no overload, from 1 µs to the interval. With every policy but FIFO
 *     it should be longer than the usual time between two ends of tasks.
 * @param interval for how long a queue must have stood; at most {@link #LONGEST}. It should be
 *     about ten times as long as clients wait: a wait of a tenth, and of five times the target, is
 *     an overload at once.
 * @param deadline an item that has waited longer is refused, overload or not; from 1 µs to {@link
 *     #LONGEST}, or null for no deadline
 */
public record QueueDiscipline(
    QueuePolicy policy, Duration target, Duration interval, @Nullable Duration deadline) {

  private static final Duration SHORTEST = Duration.ofNanos(1000);

  /** The longest interval and the latest deadline: more than any client waits. */
  public static final Duration LONGEST = Duration.ofHours(1);

  /**
   * The target that simulation found: docs/overload.md. The 5 ms of the article and of folly
   * ({@link CoDel}) refuse requests of 10 ms at nine tenths of the capacity.
   */
  public static final Duration DEFAULT_TARGET = Duration.ofMillis(20);

  /**
   * The interval that simulation found; the article has 100 ms. Just below the capacity, random
   * arrivals make a queue stand.
   */
  public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);

  /** First in, first out, and nothing is refused: such a queue reads no clock. */
  public static final QueueDiscipline PLAIN =
      new QueueDiscipline(QueuePolicy.FIFO, DEFAULT_TARGET, DEFAULT_INTERVAL, null);

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException with one message per cause
   */
  public QueueDiscipline {
    Objects.requireNonNull(policy, "policy");
    requireRange("the interval of CoDel", interval);
    requireRange("the target of CoDel", target);
    if (target.compareTo(interval) > 0) {
      throw new IllegalArgumentException(
          "the target of CoDel must be at most its interval, not %s > %s"
              .formatted(target, interval));
    }
    if (deadline != null) {
      requireRange("the deadline", deadline);
    }
  }

  /** Creates a discipline of this policy with the default target and interval, and no deadline. */
  public QueueDiscipline(QueuePolicy policy) {
    this(policy, DEFAULT_TARGET, DEFAULT_INTERVAL, null);
  }

  /** Returns this discipline with another deadline. */
  public QueueDiscipline withDeadline(Duration otherDeadline) {
    return new QueueDiscipline(policy, target, interval, otherDeadline);
  }

  /** Whether it is first in, first out, and refuses nothing. */
  public boolean isPlain() {
    return policy == QueuePolicy.FIFO && deadline == null;
  }

  static void requireRange(String name, Duration value) {
    if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(name + " must be from 1us to 1h, not " + value);
    }
  }
}
