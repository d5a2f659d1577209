package tailgate.lab.plan;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.function.DoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The bound that a claim gives for a figure: {@code at most 1.05}, {@code about 10}, {@code below 7
 * ms}.
 *
 * @param relation the relation of the figure to the number
 * @param number a factor if two arms are compared, otherwise a level
 * @param unit the unit of the level of a latency; {@link #PERCENT} if a count of requests is judged
 *     as a share of all; empty for any other number
 */
public record StatedBound(Relation relation, double number, String unit) {

  /** A relation, written as the words with which a bound begins. */
  public enum Relation {
    AT_MOST("at most", bound -> new Range(Double.NEGATIVE_INFINITY, bound)),
    AT_LEAST("at least", bound -> new Range(bound, Double.POSITIVE_INFINITY)),
    /** The figure is from 80 to 125 % of the bound. */
    ABOUT("about", bound -> new Range(bound * ENOUGH, bound / ENOUGH)),
    BELOW("below", bound -> new Range(Double.NEGATIVE_INFINITY, Math.nextDown(bound))),
    /** The ratio shows at least 80 % of the difference between the bound and 1. */
    REACHES("reaches", StatedBound::reaching),
    /** The ratio is above 1, and at most the bound. */
    SLIGHTLY_MORE("slightly more, up to", bound -> new Range(Math.nextUp(1), bound)),
    /** The figure is less than 2 units away from the bound. */
    WITHIN_TWO(
        "within two of", bound -> new Range(Math.nextUp(bound - 2), Math.nextDown(bound + 2)));

    private final String words;

    @SuppressWarnings("ImmutableEnumChecker") // a stateless lambda
    private final DoubleFunction<Range> range;

    Relation(String words, DoubleFunction<Range> range) {
      this.words = words;
      this.range = range;
    }
  }

  /** A range of values that includes both ends. */
  public record Range(double from, double to) {}

  /** The unit of a share of all requests. */
  public static final String PERCENT = "%";

  /** Another machine has other figures, so seeing a part of a difference is enough. */
  private static final double ENOUGH = 0.8;

  private static final Pattern TEXT =
      Pattern.compile(
          "(?<words>%s) (?<number>\\d+(\\.\\d+)?)( (?<unit>us|ms|s|%%))?"
              .formatted(
                  Arrays.stream(Relation.values())
                      .map(relation -> relation.words)
                      .collect(Collectors.joining("|"))));

  @JsonCreator
  static StatedBound of(String text) {
    Matcher bound = TEXT.matcher(text);
    if (!bound.matches()) {
      throw new IllegalArgumentException(
          Arrays.stream(Relation.values())
              .map(relation -> "\"" + relation.words + "\"")
              .collect(Collectors.joining(", ", "one of ", ", and a number, with us, ms, s or %")));
    }
    Relation relation =
        Arrays.stream(Relation.values())
            .filter(each -> each.words.equals(bound.group("words")))
            .findFirst()
            .orElseThrow();
    String unit = bound.group("unit");
    return new StatedBound(
        relation, Double.parseDouble(bound.group("number")), unit == null ? "" : unit);
  }

  /** Returns the values with which a claim holds; latencies are in microseconds. */
  public Range range() {
    double factor =
        switch (unit) {
          case "s" -> 1e6;
          case "ms" -> 1e3;
          case PERCENT -> 0.01;
          default -> 1;
        };
    return relation.range.apply(number * factor);
  }

  /**
   * Returns the ratios that show enough. The rule is about the difference, not the factor: 80 % of
   * "3 times as much" would be 2.4 times, and 80 % of "1.1 times as much" would be less than 1.
   */
  private static Range reaching(double claimed) {
    double enough = 1 + ENOUGH * (claimed - 1);
    return claimed > 1
        ? new Range(enough, Double.POSITIVE_INFINITY)
        : new Range(Double.NEGATIVE_INFINITY, enough);
  }

  @Override
  @JsonValue
  public String toString() {
    String text = number == Math.rint(number) ? format("%.0f", number) : Double.toString(number);
    return relation.words + " " + text + (unit.isEmpty() ? "" : " " + unit);
  }
}
