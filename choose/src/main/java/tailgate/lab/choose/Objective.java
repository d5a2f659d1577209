package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tailgate.lab.load.Text;

/**
 * Says what an answer is expected to take: a percentile of all requests stays within a time.
 *
 * @param percentile one of 50, 90, 95, 99 and 99.9
 * @param micros the time, 1,000 to 2,000,000
 */
public record Objective(double percentile, long micros) {

  private static final Pattern TEXT =
      Pattern.compile("p(50|90|95|99|99\\.9)=(\\d{1,5}(?:\\.\\d{1,3})?)(us|ms|s)");

  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0, 99.9);
  private static final long LEAST_MICROS = 1_000;

  /** A step takes a multiple of this time. */
  private static final long MOST_MICROS = 2_000_000;

  public Objective {
    if (!PERCENTILES.contains(percentile)) {
      throw new IllegalArgumentException("no figure for P" + percentile);
    }
    if (micros < LEAST_MICROS || micros > MOST_MICROS) {
      throw new IllegalArgumentException("the time is 1 ms to 2 s");
    }
  }

  /**
   * Reads an objective as on the command line: {@code p99=50ms}.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static Objective parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          ("'%s' is not an objective such as p99=50ms; the percentile is p50, p90, p95, p99 or"
                  + " p99.9, the time has us, ms or s")
              .formatted(text));
    }
    double unit =
        switch (parts.group(3)) {
          case "us" -> 1;
          case "ms" -> 1e3;
          default -> 1e6;
        };
    return new Objective(
        Double.parseDouble(parts.group(1)), Math.round(Double.parseDouble(parts.group(2)) * unit));
  }

  /** Returns the name of the percentile, as {@code P99}. */
  @JsonIgnore
  public String name() {
    return "P" + (percentile == Math.rint(percentile) ? format("%.0f", percentile) : percentile);
  }

  /** Returns the time for people, as {@code 50 ms}. */
  @JsonIgnore
  public String time() {
    return micros % 1_000 == 0 ? format("%,d ms", micros / 1_000) : Text.millis(micros) + " ms";
  }

  /** Returns both for people, as {@code P99 within 50 ms}. */
  @Override
  public String toString() {
    return name() + " within " + time();
  }
}
