package tailgate.lab.claim;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.load.Text.millis;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Figures;
import tailgate.lab.summary.Spread;

/**
 * The runs that a condition is about, in pairs.
 *
 * @param points all runs among which the best one was chosen; empty if none was
 * @param leftOut trials without a pair
 * @param tickMicros the resolution of the clock that took the latencies
 */
record Evidence(
    Figure figure, List<Pair> pairs, List<Observation> points, int leftOut, long tickMicros) {

  /**
   * A run and the run that it is compared with.
   *
   * @param than null if the condition is about a level
   */
  record Pair(Observation of, @Nullable Observation than) {

    private Observation other() {
      if (than == null) {
        throw new IllegalStateException("a level is compared with no run");
      }
      return than;
    }
  }

  /** All runs that it is made of, some of them more than once. */
  Stream<Observation> runs() {
    return Stream.concat(
        points.stream(),
        pairs.stream().flatMap(p -> Stream.concat(Stream.of(p.of), Stream.ofNullable(p.than))));
  }

  /** The figure of each run. */
  List<Double> values() {
    return pairs.stream().map(pair -> figure.of(pair.of)).toList();
  }

  /** The figure of each run as a multiple of that of the run it is compared with. */
  List<Double> ratios() {
    return pairs.stream().map(this::ratio).toList();
  }

  /** By how much the figure of each run is above that of the run it is compared with. */
  List<Double> differences() {
    return pairs.stream().map(pair -> figure.of(pair.of) - figure.of(pair.other())).toList();
  }

  /** The smallest difference that this figure can show. */
  double resolution() {
    return figure.isLatency() ? tickMicros : 0;
  }

  private double ratio(Pair pair) {
    // A latency of less than a tick reads as 0, by which nothing can be divided.
    return Math.max(resolution(), figure.of(pair.of))
        / Math.max(resolution(), figure.of(pair.other()));
  }

  // ---- in words

  /** Our figures, once for each of the first {@code most} pairs. */
  String inWords(Template found, double bound, int most) {
    return pairs.stream()
        .limit(most)
        .map(pair -> found.fill(name -> value(name, pair, bound)))
        .collect(Collectors.joining(", "));
  }

  private Object value(String name, Pair pair, double bound) {
    return switch (name) {
      case "of" -> inUnit(pair.of);
      case "than" -> inUnit(pair.other());
      case "users" -> users(pair.of);
      case "thanUsers" -> users(pair.other());
      case "times" -> ratio(pair);
      case "least" -> Spread.of(values()).least();
      case "most" -> Spread.of(values()).most();
      case "sum" -> values().stream().mapToDouble(Double::doubleValue).sum();
      case "medianTimes" -> Spread.of(ratios()).median();
      case "percent" -> 100 * Spread.of(ratios()).median();
      case "lowPercent" -> 100 * Spread.of(ratios()).least();
      case "highPercent" -> 100 * Spread.of(ratios()).most();
      case "change" -> 100 * Spread.of(ratios()).median() - 100;
      case "lowChange" -> 100 * Spread.of(ratios()).least() - 100;
      case "highChange" -> 100 * Spread.of(ratios()).most() - 100;
      case "trials" ->
          (pairs.size() == 1 ? "1 trial" : pairs.size() + " trials") + leftOutInWords();
      case "points" -> pointsInWords();
      case "usersInTime" -> usersWithin(bound);
      default -> throw new IllegalArgumentException("claims.json: there is no value " + name);
    };
  }

  private Object inUnit(Observation run) {
    double value = figure.of(run);
    return figure.isLatency() ? millis(value) : (Object) value;
  }

  private static String users(Observation run) {
    return format("%,d", run.users());
  }

  String leftOutInWords() {
    return leftOut == 0 ? "" : ", " + leftOut + " left out";
  }

  /** As {@code 1, 16 and 64 users}. */
  private String pointsInWords() {
    List<String> counts = points.stream().map(Evidence::users).toList();
    int last = counts.size() - 1;
    return last < 1
        ? String.join("", counts) + " users"
        : String.join(", ", counts.subList(0, last)) + " and " + counts.get(last) + " users";
  }

  /** How many users were all answered in time, before the first run in which they were not. */
  private String usersWithin(double micros) {
    return pairs.stream()
        .map(Pair::of)
        .takeWhile(
            run -> {
              Figures figures = run.measured().figures();
              return figures.count() > 0 && figures.failed() == 0 && figures.p99() <= micros;
            })
        .reduce((fewer, more) -> more)
        .map(run -> "up to " + users(run) + " users")
        .orElse("for none of these numbers of users");
  }
}
