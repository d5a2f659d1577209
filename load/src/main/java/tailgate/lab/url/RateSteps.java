package tailgate.lab.url;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/** Reads rates and times as users write them. */
public final class RateSteps {

  private static final String RATE = "(\\d{1,7}(?:\\.\\d{1,3})?)(?:/(s|m|min))?";
  private static final Pattern ONE = Pattern.compile(RATE);
  private static final Pattern STEP = Pattern.compile(RATE + "(?::(.+))?");
  private static final Pattern TIME = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(us|ms|s|m|h)");

  /** The recorder keeps a histogram for each second, and the schedule a number for each request. */
  private static final Duration LONGEST = Duration.ofMinutes(30);

  private static final long MOST_REQUESTS = 10_000_000;

  private RateSteps() {}

  /**
   * Reads steps such as {@code 500/s}, or {@code 100/s:10s,800/s:5s}.
   *
   * @param usual the time of a step that does not have one
   * @throws IllegalArgumentException with a message for the user
   */
  public static List<Segment> parse(String text, Duration usual) {
    List<Segment> segments = new ArrayList<>();
    for (String step : text.split(",", -1)) {
      Matcher parts = STEP.matcher(step.strip());
      if (!parts.matches()) {
        throw new IllegalArgumentException(
            "'%s' is no rate such as 500/s, or 100/s:10s,800/s:5s for steps".formatted(step));
      }
      Duration time = parts.group(3) == null ? usual : time(parts.group(3));
      segments.add(Segment.of(Kind.STEADY, segments.size() + 1, perSecond(parts), time));
    }
    if (segments.stream().mapToLong(Segment::arrivals).sum() == 0) {
      throw new IllegalArgumentException("no request is due at " + text);
    }
    return checked(segments);
  }

  /**
   * Reads a rate such as {@code 500/s}.
   *
   * @return in requests per second
   * @throws IllegalArgumentException with a message for the user
   */
  public static double rate(String text) {
    Matcher parts = ONE.matcher(text);
    if (!parts.matches() || perSecond(parts) == 0) {
      throw new IllegalArgumentException("'%s' is no rate such as 500/s".formatted(text));
    }
    return perSecond(parts);
  }

  private static double perSecond(Matcher rate) {
    boolean isOfSecond = rate.group(2) == null || rate.group(2).equals("s");
    return Double.parseDouble(rate.group(1)) / (isOfSecond ? 1 : 60);
  }

  /** Refuses a load that is too long for the memory of the generator. */
  public static List<Segment> checked(List<Segment> segments) {
    if (segments.stream().mapToLong(Segment::millis).sum() > LONGEST.toMillis()
        || segments.stream().mapToLong(Segment::arrivals).sum() > MOST_REQUESTS) {
      throw new IllegalArgumentException(
          format(
              "a load takes at most %d minutes, and has at most %,d requests",
              LONGEST.toMinutes(), MOST_REQUESTS));
    }
    return segments;
  }

  /**
   * Reads a time such as {@code 50ms} or {@code 1.5s}.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static Duration time(String text) {
    Matcher parts = TIME.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("'%s' is no time such as 50ms, 10s or 5m".formatted(text));
    }
    double seconds =
        Double.parseDouble(parts.group(1))
            * switch (parts.group(2)) {
              case "us" -> 1e-6;
              case "ms" -> 1e-3;
              case "m" -> 60;
              case "h" -> 3_600;
              default -> 1;
            };
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }
}
