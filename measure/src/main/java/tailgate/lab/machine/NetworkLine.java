package tailgate.lab.machine;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A network line between the load and the servers, both on this machine: what happens to packets
 * there.
 *
 * @param delay of a packet and the answer to it together, 0 to 10 s
 * @param loss per cent of the packets that are lost in each direction, 0 to 50; empty if nothing
 *     was said of it
 */
public record NetworkLine(Duration delay, OptionalDouble loss) {

  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,5})(us|ms|s)(?:,loss=(\\d{1,2}(?:\\.\\d{1,3})?)%?)?");

  private static final Map<String, Duration> UNITS =
      Map.of("us", Duration.ofNanos(1_000), "ms", Duration.ofMillis(1), "s", Duration.ofSeconds(1));

  private static final Duration MOST = Duration.ofSeconds(10);
  private static final double MOST_LOSS = 50;

  /** Linux waits at least so long until it sends a packet again that nothing has followed. */
  private static final double RESEND_SECONDS = 0.2;

  /**
   * Parses a line as on the command line: {@code 20ms}, or {@code 20ms,loss=1}.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static NetworkLine parse(String text) {
    Matcher line = TEXT.matcher(text);
    if (!line.matches()) {
      throw new IllegalArgumentException(
          "'%s' is no line such as 20ms or 20ms,loss=1".formatted(text));
    }
    Duration delay =
        UNITS
            .getOrDefault(line.group(2), Duration.ZERO)
            .multipliedBy(Integer.parseInt(line.group(1)));
    OptionalDouble loss =
        line.group(3) == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(Double.parseDouble(line.group(3)));
    if (delay.compareTo(MOST) > 0 || loss.orElse(0) > MOST_LOSS) {
      throw new IllegalArgumentException(
          "'%s' is more than a delay of 10s or a loss of 50 per cent".formatted(text));
    }
    return new NetworkLine(delay, loss);
  }

  /** Returns how long a small request and its answer are on the way at least, on average. */
  public double meanSeconds() {
    return delay.toNanos() / 1e9 + 2 * loss.orElse(0) / 100 * RESEND_SECONDS;
  }

  @Override
  public String toString() {
    String both = "%s ms there and back".formatted(number(delay.toNanos() / 1e6));
    return loss.isEmpty()
        ? both
        : format(
            "%s, %s %% of the packets lost in each direction", both, number(loss.getAsDouble()));
  }

  /** Returns a number without a fraction that is 0. */
  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
