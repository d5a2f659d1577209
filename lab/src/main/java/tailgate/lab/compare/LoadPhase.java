package tailgate.lab.compare;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tailgate.lab.plan.Rate;

/**
 * A part of an open load at one rate, or of a closed one with one number of users.
 *
 * @param name the name by which claims and columns select it; phases of the same name are added up.
 *     It is empty if nothing selects the phase
 * @param at the rate as {@link Rate} has it: {@code 600/s}, {@code 2x} of the capacity, the name of
 *     a rate of the variant, or {@code 100 users}; null for a pause
 * @param time its length; zero for a pause that lasts until the queue that the phases before have
 *     left can be empty
 * @param counts whether figures include it
 */
public record LoadPhase(String name, @Nullable String at, Duration time, boolean counts) {

  /** Returns whether nobody asks until the queue can be empty. */
  boolean drains() {
    return time.isZero();
  }

  /** Returns whether users ask again once they have their answer. */
  boolean isClosed() {
    return at != null && new Rate(at).isOfUsers();
  }

  /** Returns the users who do so, none in a pause. */
  int users() {
    return at == null ? 0 : (int) new Rate(at).number();
  }

  /** Returns the multiple of the capacity; empty if the rate is none. */
  OptionalDouble times() {
    return at == null || !new Rate(at).isMultiple()
        ? OptionalDouble.empty()
        : OptionalDouble.of(new Rate(at).number());
  }

  /**
   * Returns the requests that are due in a second; 0 if that is for users to say.
   *
   * @param rates the rates of the variant by their names
   * @param capacity the answers per second that the server can give; any number if no rate is a
   *     multiple of it
   */
  double perSecond(Map<String, Double> rates, double capacity) {
    if (at == null || isClosed()) {
      return 0;
    }
    Rate rate = new Rate(at);
    if (rate.isName()) {
      return Objects.requireNonNull(rates.get(at), "checked before the run");
    }
    return rate.isMultiple() ? rate.number() * capacity : rate.number();
  }
}
