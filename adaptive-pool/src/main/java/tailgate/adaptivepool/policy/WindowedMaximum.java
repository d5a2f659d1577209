package tailgate.adaptivepool.policy;

import java.time.Duration;
import java.util.Objects;

/**
 * The largest of the recent values. Immutable: adding a value makes a new object. It remembers a
 * value for one to two spans, because it keeps two numbers: the maximum of the previous span and
 * that of the current span. When the current span is over, it becomes the previous one.
 *
 * @param span how long a value is remembered at least, above 0
 * @param older the maximum of the previous span, at least 0
 * @param newer the maximum of the current span, at least 0
 * @param began when the current span began, at least 0
 */
public record WindowedMaximum(Duration span, int older, int newer, Duration began) {

  /** Refuses a span that is not above 0, and other components below 0. */
  public WindowedMaximum {
    Objects.requireNonNull(span, "span");
    Objects.requireNonNull(began, "began");
    if (span.isNegative() || span.isZero()) {
      throw new IllegalArgumentException("span must be above 0, not " + span);
    }
    requireNotNegative("older", older);
    requireNotNegative("newer", newer);
    if (began.isNegative()) {
      throw new IllegalArgumentException("began must be at least 0, not " + began);
    }
  }

  private static void requireNotNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must be at least 0, not " + value);
    }
  }

  /** Returns a maximum that has seen no value. */
  static WindowedMaximum none(Duration span) {
    return new WindowedMaximum(span, 0, 0, Duration.ZERO);
  }

  /** Returns the maximum of these values and {@code value}; {@code now} never decreases. */
  WindowedMaximum with(Duration now, int value) {
    Duration age = now.minus(began);
    if (age.compareTo(span) < 0) {
      return new WindowedMaximum(span, older, Math.max(newer, value), began);
    }
    boolean longAgo = age.compareTo(span.multipliedBy(2)) >= 0;
    return new WindowedMaximum(span, longAgo ? 0 : newer, value, now);
  }

  /** The maximum; 0 if there is no recent value. */
  int value() {
    return Math.max(older, newer);
  }
}
