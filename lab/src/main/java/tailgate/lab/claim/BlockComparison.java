package tailgate.lab.claim;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tailgate.lab.stats.Bootstrap;
import tailgate.lab.stats.Interval;

/**
 * A figure that is taken at one point in each block, or the ratio of the figures at two points.
 *
 * @param pairs one pair of each block; at least one
 * @param tickMicros the resolution of the clock that took the latencies
 */
record BlockComparison(Figure figure, List<Pair> pairs, long tickMicros) {

  /**
   * The runs of an arm in a block, and those of the arm that it is compared with: two runs if the
   * A/A arm repeats the arm, else one.
   *
   * @param than empty if the figure is a level
   */
  record Pair(List<ClaimRun> of, List<ClaimRun> than) {}

  BlockComparison {
    pairs = List.copyOf(pairs);
  }

  ClaimRun of() {
    return pairs.get(0).of.get(0);
  }

  ClaimRun than() {
    return pairs.get(0).than.get(0);
  }

  boolean isLevel() {
    return pairs.get(0).than.isEmpty();
  }

  /** Returns whether requests are counted, which has an uncertainty of its own. */
  boolean isCount() {
    return isLevel() && figure.isCount();
  }

  /** Returns whether the figure is the largest of all blocks: a mean of maxima is no maximum. */
  boolean isLargest() {
    return isLevel() && figure.isMaximum();
  }

  /** Returns whether the true figure may be larger, because requests had no answer. */
  boolean isLowerBound() {
    return !pairs.stream().flatMap(pair -> pair.of.stream()).allMatch(figure::isKnown);
  }

  /** Returns whether the true ratio may be smaller, because its divisor is a lower bound. */
  boolean isUpperBound() {
    return !pairs.stream().flatMap(pair -> pair.than.stream()).allMatch(figure::isKnown);
  }

  /** Returns a level, or a ratio, for each block. */
  List<Double> values() {
    return pairs.stream()
        .map(pair -> isLevel() ? seen(pair.of) : seen(pair.of) / seen(pair.than))
        .toList();
  }

  /** Returns what was read, but at least a tick, because nothing can be divided by 0. */
  private double seen(List<ClaimRun> runs) {
    return Math.max(resolution(), read(runs));
  }

  private double read(List<ClaimRun> runs) {
    List<Double> each = runs.stream().map(figure::of).toList();
    return isCount() ? sum(each) : isLargest() ? largest(each) : mean(each);
  }

  private double resolution() {
    return figure.isLatency() ? tickMicros : 0;
  }

  /** Returns the mean over the blocks; it is the geometric one if all values are above 0. */
  double estimate() {
    return mean(values());
  }

  /** Returns the mean of the figure over the blocks, or the largest if it is a maximum. */
  double meanOf() {
    List<Double> each = each(pair -> read(pair.of));
    return isLargest() ? largest(each) : mean(each);
  }

  double meanThan() {
    return mean(each(pair -> read(pair.than)));
  }

  /** Returns the number of runs at the point. */
  long runs() {
    return pairs.stream().mapToLong(pair -> pair.of.size()).sum();
  }

  /** Returns the number of requests in all blocks. */
  double requests() {
    return sum(requestsOfBlocks());
  }

  private List<Double> requestsOfBlocks() {
    return each(pair -> pair.of.stream().mapToDouble(run -> run.measured().requests()).sum());
  }

  private List<Double> each(Function<Pair, Double> value) {
    return pairs.stream().map(value).toList();
  }

  private static double sum(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum();
  }

  private static double largest(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  private static double mean(List<Double> values) {
    boolean logarithms = values.stream().allMatch(value -> value > 0);
    double sum = values.stream().mapToDouble(v -> logarithms ? Math.log(v) : v).sum();
    return logarithms ? Math.exp(sum / values.size()) : sum / values.size();
  }

  /**
   * Returns the interval. It contains all that is possible if each mean is a tick off: a mean of
   * equal readings hides the rest. That of a count is the interval of the share of the requests.
   *
   * @return empty if there are too few blocks
   */
  Optional<Interval> interval(Certainty certainty) {
    if (isCount()) {
      return pairs.size() < Bootstrap.FEWEST || requests() == 0
          ? Optional.empty()
          : Optional.of(new LostShare(values(), requestsOfBlocks()).interval(certainty.error()));
    }
    Optional<Interval> read =
        isLargest()
            ? Optional.of(meanOf()).filter(Double::isFinite).map(Interval::exact)
            : certainty.ofMean(values());
    return resolution() == 0 ? read : read.map(this::withTicks);
  }

  /** Widens an interval by a tick for each side, because both were read from the clock. */
  private Interval withTicks(Interval interval) {
    double tick = resolution();
    if (isLevel()) {
      return interval.with(interval.estimate() - tick, interval.estimate() + tick);
    }
    double of = mean(each(pair -> seen(pair.of)));
    double than = mean(each(pair -> seen(pair.than)));
    return interval.with(
        Math.max(0, of - tick) / (than + tick),
        than > tick ? (of + tick) / (than - tick) : Double.POSITIVE_INFINITY);
  }

  /**
   * Returns the interval with an open end where one side of the comparison is only a lower bound:
   * "longer" can be known of a tail without an end, "shorter" cannot.
   */
  Optional<Interval> bounds(Certainty certainty) {
    return interval(certainty)
        .map(
            read ->
                new Interval(
                    isUpperBound() ? Math.min(0, read.low()) : read.low(),
                    read.estimate(),
                    isLowerBound() ? Double.POSITIVE_INFINITY : read.high()));
  }
}
