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
 * @param held the rate that held in each climb, in requests per second; 0 if no rate held
 * @param failed the lowest rate above it at which surely the server failed, of each climb; the same
 *     as held if there is none
 * @param atLeast whether the generator ended a climb, and not the server: at its limit, or because
 *     it was late itself in all steps that failed
 * @param crossing where the percentile reaches the objective between these two, of each climb; null
 *     in files that are older than it: the same as held
 */
public record Capacity(
    List<Double> held, List<Double> failed, boolean atLeast, @Nullable List<Double> crossing) {

  /** A 95 % interval leaves out so much on each side. */
  private static final double ONE_SIDE = 0.025;

  /** This stands for climbs in which no rate held. */
  public static final Capacity NONE = new Capacity(List.of(0.0), List.of(0.0), false);

  public Capacity {
    held = List.copyOf(held);
    failed = List.copyOf(failed);
    crossing = crossing == null ? held : List.copyOf(crossing);
    if (held.isEmpty() || held.size() != failed.size() || held.size() != crossing.size()) {
      throw new IllegalArgumentException("each climb has two ends and a crossing");
    }
  }

  /** Makes a capacity of climbs of which nothing is known between the two rates. */
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

  /** Joins this capacity with what other climbs have found. */
  Capacity and(Capacity second) {
    return new Capacity(
        joined(held, second.held),
        joined(failed, second.failed),
        atLeast || second.atLeast,
        joined(crossings(), second.crossings()));
  }

  private List<Double> crossings() {
    return Objects.requireNonNullElse(crossing, held);
  }

  private static List<Double> joined(List<Double> first, List<Double> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  /** Returns the median of the climbs. */
  @JsonIgnore
  public double estimate() {
    List<Double> sorted = sorted(crossings());
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /**
   * Returns what is between the lowest rate that a climb held and the highest that one did not. Of
   * six climbs or more the outermost ones are left out, as many on each side as leave a 95 %
   * interval of the median (the order statistics of the sign test), so that it does not widen with
   * their number.
   */
  @JsonIgnore
  public Interval interval() {
    int out = outermost(held.size());
    double low = sorted(held).get(out);
    double high = sorted(failed).get(failed.size() - 1 - out);
    return new Interval(Math.min(low, estimate()), estimate(), Math.max(high, estimate()));
  }

  /** Counts the lowest that may be left out: the median is below the next in 1 of 40 cases. */
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

  /** Returns whether a higher one may be equal: by less than a share, or as intervals overlap. */
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

  /** Returns {@code 4,930}, or {@code > 12,000} if the generator can do no more. */
  @Override
  public String toString() {
    return isNone() ? "none" : (atLeast ? "> " : "") + rate(estimate());
  }

  /** Formats a rate with as many digits as are meaningful. */
  static String rate(double perSecond) {
    return format(perSecond < 100 ? "%.1f" : "%,.0f", perSecond);
  }
}
