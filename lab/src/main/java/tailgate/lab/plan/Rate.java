package tailgate.lab.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of requests that are due in a second: {@code 600/s}, or {@code 0.25 of 600/s}; {@code
 * 2x} for a multiple of the capacity that was measured before; the name of one of the {@link
 * Variation#rates} of an arm; or {@code 100 users} who ask again once they have their answer.
 *
 * @param text the rate as the file writes it
 */
public record Rate(@JsonValue String text) {

  private static final Pattern TEXT =
      Pattern.compile(
          "((?<share>\\d+(\\.\\d+)?) of )?(?<rate>\\d{1,7}(\\.\\d+)?)/s"
              + "|(?<times>\\d+(\\.\\d+)?)x"
              + "|(?<users>\\d{1,6}) users?"
              + "|(?<name>[a-z][a-z-]*)");

  public Rate {
    if (!TEXT.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "a rate such as 600/s, a multiple of the capacity such as 2x, users such as 100 users, or"
              + " the name of a rate");
    }
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Rate of(Object value) {
    return new Rate(value.toString());
  }

  /** Returns whether this is a multiple of a measured capacity. */
  public boolean isMultiple() {
    return parsed().group("times") != null;
  }

  /** Returns whether this is a number of users who ask again once they have their answer. */
  public boolean isOfUsers() {
    return parsed().group("users") != null;
  }

  /** Returns whether this is the name of a rate of an arm. */
  public boolean isName() {
    return parsed().group("name") != null;
  }

  /**
   * Returns the requests per second, the multiple of the capacity, or the number of users.
   *
   * @throws IllegalStateException if this is a name
   */
  public double number() {
    Matcher rate = parsed();
    if (rate.group("name") != null) {
      throw new IllegalStateException(text + " is the name of a rate");
    }
    if (rate.group("rate") == null) {
      String number = rate.group("users") == null ? rate.group("times") : rate.group("users");
      return Double.parseDouble(number);
    }
    double share = rate.group("share") == null ? 1 : Double.parseDouble(rate.group("share"));
    return share * Double.parseDouble(rate.group("rate"));
  }

  private Matcher parsed() {
    Matcher rate = TEXT.matcher(text);
    if (!rate.matches()) {
      throw new IllegalStateException(text);
    }
    return rate;
  }
}
