package tailgate.lab.claim;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.stats.Bootstrap;
import tailgate.lab.stats.Interval;

/**
 * A figure of one point over the blocks, or that of two points as a ratio in each block.
 *
 * @param pairs one of each block, at least one
 * @param tickMicros the resolution of the clock that took the latencies
 */
record BlockComparison(Figure figure, List<Pair> pairs, long tickMicros) {

  /** Any; the same figures always have the same interval. */
  private static final long SEED = 1;

  /**
   * A run and the run of the same block that it is compared with.
   *
   * @param than null if the figure is a level
   */
  record Pair(Observation of, @Nullable Observation than) {}

  BlockComparison {
    pairs = List.copyOf(pairs);
  }

  Observation of() {
    return pairs.get(0).of;
  }

  Observation than() {
    return Objects.requireNonNull(pairs.get(0).than, "a level is compared with no run");
  }

  boolean isLevel() {
    return pairs.get(0).than == null;
  }

  /** Whether requests without an answer make the figure larger than it reads. */
  boolean isLowerBound() {
    return pairs.stream().anyMatch(pair -> !figure.isKnown(pair.of));
  }

  /** The same of what it is compared with: then the ratio is smaller than it reads. */
  boolean isUpperBound() {
    return pairs.stream()
        .flatMap(pair -> Stream.ofNullable(pair.than))
        .anyMatch(run -> !figure.isKnown(run));
  }

  /** A level, or a ratio, for each block. */
  List<Double> values() {
    return pairs.stream().map(pair -> isLevel() ? seen(pair.of) : ratio(pair)).toList();
  }

  private double ratio(Pair pair) {
    return seen(pair.of) / seen(Objects.requireNonNull(pair.than));
  }

  /** A latency of less than a tick reads as 0, by which nothing can be divided. */
  private double seen(Observation run) {
    return Math.max(resolution(), figure.of(run));
  }

  private double resolution() {
    return figure.isLatency() ? tickMicros : 0;
  }

  /** The mean over the blocks; the geometric one, unless the figure is a count. */
  double estimate() {
    return mean(values());
  }

  double meanOf() {
    return mean(pairs.stream().map(pair -> figure.of(pair.of)).toList());
  }

  double meanThan() {
    return mean(pairs.stream().map(pair -> figure.of(Objects.requireNonNull(pair.than))).toList());
  }

  private static double mean(List<Double> values) {
    boolean logarithms = values.stream().allMatch(value -> value > 0);
    double sum = values.stream().mapToDouble(v -> logarithms ? Math.log(v) : v).sum();
    return logarithms ? Math.exp(sum / values.size()) : sum / values.size();
  }

  /**
   * Its 95 % interval, as one of several statements that are made together. It contains all that is
   * possible if each mean is a tick of the clock off: a mean of equal readings hides the rest.
   *
   * @return empty if there are too few blocks
   */
  Optional<Interval> interval(int statements) {
    if (figure.isExact()) {
      return Optional.of(
          Interval.exact(values().stream().mapToDouble(Double::doubleValue).max().orElseThrow()));
    }
    return new Bootstrap(SEED)
        .geometricMean(values(), statements)
        .map(interval -> resolution() == 0 ? interval : withTicks(interval));
  }

  /** Both sides of a ratio have been read from the clock. */
  private Interval withTicks(Interval interval) {
    double tick = resolution();
    if (isLevel()) {
      return interval.with(interval.estimate() - tick, interval.estimate() + tick);
    }
    double of = mean(pairs.stream().map(pair -> seen(pair.of)).toList());
    double than = meanSeenThan();
    return interval.with(
        Math.max(0, of - tick) / (than + tick),
        than > tick ? (of + tick) / (than - tick) : Double.POSITIVE_INFINITY);
  }

  /**
   * The interval with an open end where the figure, or that with which it is compared, is only a
   * lower bound: "longer" can be known of a tail without an end, "shorter" cannot.
   */
  Optional<Interval> bounds(int statements) {
    return interval(statements)
        .map(
            read ->
                new Interval(
                    isUpperBound() ? Math.min(0, read.low()) : read.low(),
                    read.estimate(),
                    isLowerBound() ? Double.POSITIVE_INFINITY : read.high()));
  }

  private double meanSeenThan() {
    return mean(pairs.stream().map(pair -> seen(Objects.requireNonNull(pair.than))).toList());
  }
}
