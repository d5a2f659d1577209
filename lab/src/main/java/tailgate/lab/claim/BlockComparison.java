package tailgate.lab.claim;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.stats.Bootstrap;
import tailgate.lab.stats.Interval;

/**
 * A figure that is taken at one point in each block, or the ratio of the figures at two points.
 *
 * @param pairs one pair of each block; at least one
 * @param tickMicros the resolution of the clock that took the latencies
 */
record BlockComparison(Figure figure, List<Pair> pairs, long tickMicros) {

  /** Any seed will do; with a constant one, the same figures always have the same interval. */
  private static final long SEED = 1;

  /**
   * A run and the run of the same block that it is compared with.
   *
   * @param than null if the figure is a level
   */
  record Pair(ClaimRun of, @Nullable ClaimRun than) {}

  BlockComparison {
    pairs = List.copyOf(pairs);
  }

  ClaimRun of() {
    return pairs.get(0).of;
  }

  ClaimRun than() {
    return Objects.requireNonNull(pairs.get(0).than, "a level is compared with no run");
  }

  boolean isLevel() {
    return pairs.get(0).than == null;
  }

  /** Returns whether the true figure may be larger, because requests had no answer. */
  boolean isLowerBound() {
    return pairs.stream().anyMatch(pair -> !figure.isKnown(pair.of));
  }

  /** Returns whether the true ratio may be smaller, because its divisor is a lower bound. */
  boolean isUpperBound() {
    return pairs.stream()
        .flatMap(pair -> Stream.ofNullable(pair.than))
        .anyMatch(run -> !figure.isKnown(run));
  }

  /** Returns a level, or a ratio, for each block. */
  List<Double> values() {
    return pairs.stream().map(pair -> isLevel() ? seen(pair.of) : ratio(pair)).toList();
  }

  private double ratio(Pair pair) {
    return seen(pair.of) / seen(Objects.requireNonNull(pair.than));
  }

  /** Returns what was read, but at least a tick, because nothing can be divided by 0. */
  private double seen(ClaimRun run) {
    return Math.max(resolution(), figure.of(run));
  }

  private double resolution() {
    return figure.isLatency() ? tickMicros : 0;
  }

  /** Returns the mean over the blocks; it is the geometric one if all values are above 0. */
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
   * Returns the 95 % interval, as one of several statements that are made together. It contains all
   * that is possible if each mean is a tick off: a mean of equal readings hides the rest.
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

  /** Widens an interval by a tick for each side, because both were read from the clock. */
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
   * Returns the interval with an open end where one side of the comparison is only a lower bound:
   * "longer" can be known of a tail without an end, "shorter" cannot.
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
