package tailgate.lab.claim;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.load.Text.list;
import static tailgate.lab.load.Text.millis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import tailgate.lab.load.Figures;
import tailgate.lab.stats.Interval;

/**
 * What the runs say about one statement of a claim.
 *
 * @param against one comparison; or several if the statement is about the largest of several
 *     points, in the order of the runs
 */
record Evidence(List<BlockComparison> against) {

  Evidence {
    against = List.copyOf(against);
  }

  /** Returns the comparison that decides: with the largest of the others the ratio is smallest. */
  BlockComparison deciding() {
    return against.stream()
        .min(Comparator.comparingDouble(BlockComparison::estimate))
        .orElseThrow();
  }

  /** Returns the number of blocks of the comparison that has the fewest. */
  int blocks() {
    return against.stream().mapToInt(comparison -> comparison.pairs().size()).min().orElse(0);
  }

  /**
   * Returns the 95 % interval. A ratio to the largest of several is the smallest of the ratios to
   * each, so it is no smaller than their smallest low end, and no larger than any high end.
   */
  Optional<Interval> interval(Certainty certainty) {
    return smallest(comparison -> comparison.interval(certainty));
  }

  /** Returns the 95 % interval with an open end where a percentile is a lower bound. */
  Optional<Interval> bounds(Certainty certainty) {
    return smallest(comparison -> comparison.bounds(certainty));
  }

  private Optional<Interval> smallest(Function<BlockComparison, Optional<Interval>> of) {
    List<Interval> each = against.stream().flatMap(c -> of.apply(c).stream()).toList();
    if (each.size() < against.size()) {
      return Optional.empty();
    }
    return Optional.of(
        new Interval(
            each.stream().mapToDouble(Interval::low).min().orElseThrow(),
            each.stream().mapToDouble(Interval::estimate).min().orElseThrow(),
            each.stream().mapToDouble(Interval::high).min().orElseThrow()));
  }

  // ---- in words

  /** Puts our figures, and how sure they are, into words. */
  String inWords(Template found, List<Evidence> all, double within, Certainty certainty) {
    return found.fill(name -> value(name, all, within))
        + bounds(certainty).map(this::inWords).orElse("");
  }

  private String inWords(Interval interval) {
    BlockComparison of = deciding();
    if (of.isLargest()) {
      return "";
    }
    if (of.isCount()) {
      return format(
          " [%s of %,d]",
          range(interval, share -> format("%.3f %%", 100 * share)), Math.round(of.requests()));
    }
    String range =
        range(interval, value -> of.isLevel() ? inUnit(of, value) : format("%.2f", value));
    return of.isLevel()
        ? " [%s]".formatted(range)
        : format(" [ratio %.2f%s, %s]", interval.estimate(), orWhat(of), range);
  }

  private static String orWhat(BlockComparison of) {
    if (of.isLowerBound()) {
      return of.isUpperBound() ? " of lower bounds" : " or more";
    }
    return of.isUpperBound() ? " or less" : "";
  }

  private static String range(Interval interval, DoubleFunction<String> text) {
    String low = text.apply(interval.low());
    String high = text.apply(interval.high());
    if (Double.isInfinite(interval.high())) {
      return interval.low() <= 0 ? "no interval" : "95 % interval from " + low;
    }
    return interval.low() <= 0
        ? "95 % interval up to " + high
        : "95 %% interval %s to %s".formatted(low, high);
  }

  private static String inUnit(BlockComparison of, double value) {
    if (of.figure().isLatency()) {
      return millis(value) + " ms";
    }
    return format(value < 1_000 ? "%,.2f" : "%,.0f", value);
  }

  private Object value(String name, List<Evidence> all, double within) {
    BlockComparison comparison = deciding();
    return switch (name) {
      case "of" -> inFigure(comparison, comparison.meanOf(), comparison.isLowerBound());
      case "than" -> inFigure(comparison, comparison.meanThan(), comparison.isUpperBound());
      case "users" -> users(comparison.of());
      case "thanUsers" -> users(comparison.than());
      case "times" -> comparison.estimate();
      case "percent" -> 100 * comparison.estimate();
      case "change" -> 100 * comparison.estimate() - 100;
      case "least" -> values(all).stream().mapToDouble(Double::doubleValue).min().orElse(0);
      case "most" -> values(all).stream().mapToDouble(Double::doubleValue).max().orElse(0);
      case "leastMillis" -> millis(means(all).min().orElse(0));
      case "mostMillis" -> millis(means(all).max().orElse(0));
      case "sum" -> values(all).stream().mapToDouble(Double::doubleValue).sum();
      case "points" -> pointsInWords();
      case "usersInTime" -> usersWithin(all, within);
      default -> throw new IllegalArgumentException("there is no value " + name);
    };
  }

  private static List<Double> values(List<Evidence> all) {
    return all.stream().flatMap(line -> line.deciding().values().stream()).toList();
  }

  private static DoubleStream means(List<Evidence> all) {
    return all.stream().map(Evidence::deciding).mapToDouble(BlockComparison::meanOf);
  }

  private static Object inFigure(BlockComparison of, double value, boolean lowerBound) {
    return of.figure().isLatency() ? (lowerBound ? "> " : "") + millis(value) : (Object) value;
  }

  private static String users(ClaimRun run) {
    return format("%,d", run.users());
  }

  /** Lists the points that were compared with, such as {@code 1, 16 and 64 users}. */
  private String pointsInWords() {
    return list(against.stream().map(comparison -> users(comparison.than())).toList()) + " users";
  }

  /** Says up to how many users all were answered in time at each point. */
  private static String usersWithin(List<Evidence> all, double micros) {
    return all.stream()
        .map(Evidence::deciding)
        .takeWhile(
            point ->
                point.pairs().stream()
                    .flatMap(pair -> pair.of().stream())
                    .map(run -> run.measured().figures())
                    .allMatch(figures -> allInTime(figures, micros)))
        .reduce((first, last) -> last)
        .map(point -> "up to " + users(point.of()) + " users")
        .orElse("for none of these numbers of users");
  }

  private static boolean allInTime(Figures figures, double micros) {
    return figures.count() > 0
        && figures.failed() == 0
        && figures.missing() == 0
        && figures.p99() <= micros;
  }

  /** Returns whether a percentile is only known to be larger than it reads. */
  boolean hasLowerBounds() {
    return against.stream().anyMatch(c -> c.isLowerBound() || c.isUpperBound());
  }
}
