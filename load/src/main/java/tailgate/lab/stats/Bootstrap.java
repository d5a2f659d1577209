package tailgate.lab.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The interval of a geometric mean over blocks: of ratios of two arms that ran in the same block
 * (then what a block has in common cancels), or of one arm's figures.
 *
 * <p>It is the percentile bootstrap of the mean logarithm, with the levels of {@link SmallSample}.
 * BCa was not chosen: with ten values its correction for skewness is itself a noisy estimate, and
 * it is as narrow as the plain percentile interval.
 *
 * @param seed the same seed gives the same interval
 */
public record Bootstrap(long seed) {

  /** Fewer blocks make no interval: their resamples are the same few values. */
  public static final int FEWEST = 5;

  public static final double CONFIDENCE = 0.95;

  private static final int RESAMPLES = 20_000;

  /**
   * Returns the 95 % interval of one of several statements, such that all are true with 95 %
   * (Bonferroni).
   *
   * @param values one of each block, above 0
   * @param statements how many are judged together, at least 1
   * @return empty with fewer than {@link #FEWEST} values, or if one is not a positive number
   */
  public Optional<Interval> geometricMean(List<Double> values, int statements) {
    if (values.size() < FEWEST || !values.stream().allMatch(v -> v > 0 && v < 1e300)) {
      return Optional.empty();
    }
    double[] logs = values.stream().mapToDouble(Math::log).toArray();
    double[] means = resampledMeans(logs);
    Arrays.sort(means);
    double confidence = 1 - (1 - CONFIDENCE) / statements;
    double tail = SmallSample.tail(logs.length, confidence);
    double mean = Arrays.stream(logs).average().orElseThrow();
    return Optional.of(
        new Interval(
            Math.exp(Math.min(mean, quantile(means, tail))),
            Math.exp(mean),
            Math.exp(Math.max(mean, quantile(means, 1 - tail)))));
  }

  private double[] resampledMeans(double[] logs) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] means = new double[RESAMPLES];
    for (int i = 0; i < means.length; i++) {
      double sum = 0;
      for (int k = 0; k < logs.length; k++) {
        sum += logs[random.nextInt(logs.length)];
      }
      means[i] = sum / logs.length;
    }
    return means;
  }

  /** Interpolates between two of the sorted values; Hyndman and Fan, definition 6. */
  static double quantile(double[] sorted, double share) {
    double place = Math.clamp(share * (sorted.length + 1) - 1, 0, sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
