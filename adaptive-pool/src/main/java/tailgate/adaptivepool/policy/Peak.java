package tailgate.adaptivepool.policy;

import java.time.Duration;
import java.util.Objects;

/**
 * The largest of the values of late, as a value: raising it makes another one. It remembers for one
 * to two spans: the values of the span before this one are one number, and so are those of this
 * one, which becomes the former when it is over.
 *
 * @param span how long a value is remembered at least, above 0
 * @param older the largest of the last span, at least 0
 * @param newer the largest of the present one, at least 0
 * @param began when the present one began, at least 0
 */
public record Peak(Duration span, int older, int newer, Duration began) {

  /** Refuses a span that is not above 0, and values and beginnings below. */
  public Peak {
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

  static Peak none(Duration span) {
    return new Peak(span, 0, 0, Duration.ZERO);
  }

  /** With one value more; time never runs backwards. */
  Peak having(Duration now, int value) {
    Duration age = now.minus(began);
    if (age.compareTo(span) < 0) {
      return new Peak(span, older, Math.max(newer, value), began);
    }
    boolean longAgo = age.compareTo(span.multipliedBy(2)) >= 0;
    return new Peak(span, longAgo ? 0 : newer, value, now);
  }

  int value() {
    return Math.max(older, newer);
  }
}
