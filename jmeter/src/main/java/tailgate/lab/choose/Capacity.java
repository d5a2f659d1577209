package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.stats.Interval;

/**
 * The highest rate that keeps the objective, as one climb or several have found it.
 *
 * @param held by each climb, in requests per second; 0 if no rate held
 * @param failed the lowest rate above it at which surely the server failed, of each climb; the same
 *     as held if there is none
 * @param atLeast whether the generator ended a climb, and not the server: at its limit, or because
 *     it was late itself in all steps that failed
 * @param crossing where the percentile reaches the objective between these two, of each climb; null
 *     in files that are older than it: the same as held
 */
public record Capacity(
    List<Double> held, List<Double> failed, boolean atLeast, @Nullable List<Double> crossing) {

  /** What is outside of an interval of 95 %, on each side. */
  private static final double ONE_SIDE = 0.025;

  /** Nothing held. */
  public static final Capacity NONE = new Capacity(List.of(0.0), List.of(0.0), false);

  public Capacity {
    held = List.copyOf(held);
    failed = List.copyOf(failed);
    crossing = crossing == null ? held : List.copyOf(crossing);
    if (held.isEmpty() || held.size() != failed.size() || held.size() != crossing.size()) {
      throw new IllegalArgumentException("each climb has two ends and a crossing");
    }
  }

  /** Of climbs of which nothing is known between the two. */
  Capacity(List<Double> held, List<Double> failed, boolean atLeast) {
    this(held, failed, atLeast, held);
  }

  static Capacity of(Climb climb) {
    double held = climb.held().orElse(0);
    boolean isEndless = climb.isAtLimit() || (held > 0 && climb.end().isEmpty());
    return new Capacity(
        List.of(held),
        List.of(isEndless ? held : climb.end().orElse(held)),
        isEndless,
        List.of(isEndless ? held : climb.crossing()));
  }

  /** The same with what more climbs have found. */
  Capacity and(Capacity more) {
    return new Capacity(
        joined(held, more.held),
        joined(failed, more.failed),
        atLeast || more.atLeast,
        joined(crossings(), more.crossings()));
  }

  private List<Double> crossings() {
    return Objects.requireNonNullElse(crossing, held);
  }

  private static List<Double> joined(List<Double> some, List<Double> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /** The median of the climbs. */
  @JsonIgnore
  public double estimate() {
    List<Double> sorted = sorted(crossings());
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /**
   * From the lowest rate that a climb held to the highest that a climb did not. Of six climbs or
   * more the outermost ones are left out, as many on each side as leave a 95 % interval of the
   * median (the order statistics of the sign test), so that it does not widen with their number.
   */
  @JsonIgnore
  public Interval interval() {
    int out = outermost(held.size());
    double low = sorted(held).get(out);
    double high = sorted(failed).get(failed.size() - 1 - out);
    return new Interval(Math.min(low, estimate()), estimate(), Math.max(high, estimate()));
  }

  /** How many of the lowest may be left out: the median is below the next one in 1 of 40 cases. */
  private static int outermost(int climbs) {
    double below = Math.pow(0.5, climbs); // the probability that none of them is below the median
    double sum = below;
    int out = 0;
    while (sum <= ONE_SIDE) {
      out++;
      below *= (climbs - out + 1.0) / out;
      sum += below;
    }
    return Math.max(0, out - 1);
  }

  /** Whether it cannot be told from a higher one: by less than a share, or as intervals overlap. */
  boolean isNear(Capacity higher, double band) {
    return estimate() >= higher.estimate() * (1 - band)
        || interval().high() >= higher.interval().low();
  }

  private static List<Double> sorted(List<Double> rates) {
    List<Double> sorted = new ArrayList<>(rates);
    sorted.sort(null);
    return sorted;
  }

  @JsonIgnore
  public boolean isNone() {
    return estimate() == 0;
  }

  /** {@code 4,930}, or {@code > 12,000} if the generator can do no more. */
  @Override
  public String toString() {
    return isNone() ? "none" : (atLeast ? "> " : "") + rate(estimate());
  }

  /** With as many digits as are meaningful. */
  static String rate(double perSecond) {
    return format(perSecond < 100 ? "%.1f" : "%,.0f", perSecond);
  }
}
