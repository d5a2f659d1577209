package tailgate.lab.plan;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number of users or connections: {@code 500}, or {@code 64 per processor} of the server.
 *
 * @param number the number, at least 0
 * @param isPerProcessor whether the number is multiplied by that of the server's processors
 */
public record Count(int number, boolean isPerProcessor) {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,7})( per processor)?");

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Count of(Object value) {
    Matcher count = TEXT.matcher(value.toString());
    if (!count.matches()) {
      throw new IllegalArgumentException("a number such as 500, or \"64 per processor\"");
    }
    return new Count(Integer.parseInt(count.group(1)), count.group(2) != null);
  }

  /** Returns the number for a server with this number of processors. */
  public int on(int processors) {
    return isPerProcessor ? Math.multiplyExact(number, processors) : number;
  }

  /** Returns the number for a server with this number of processors; 0 if there is none. */
  public static int on(int processors, @Nullable Count count) {
    return count == null ? 0 : count.on(processors);
  }

  @Override
  @JsonValue
  public String toString() {
    return isPerProcessor ? format("%d per processor", number) : Integer.toString(number);
  }
}
