package tailgate.lab.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The interval of a geometric mean over blocks: of ratios of two arms that ran in the same block
 * (then what a block has in common cancels), or of one arm's figures.
 *
 * <p>It is the percentile bootstrap of the mean logarithm, with the levels of {@link SmallSample}.
 * No resample is drawn: the distribution of the means of all resamples is computed, by adding one
 * draw after the other. So the interval depends on the values alone, and on no seed. BCa was not
 * chosen: with ten values its correction for skewness is itself a noisy estimate, and it is as
 * narrow as the plain percentile interval.
 */
public final class Bootstrap {

  /** Fewer blocks make no interval: their resamples are the same few values. */
  public static final int FEWEST = 5;

  /** The probability with which a 95 % interval does not contain the truth. */
  public static final double ERROR = 0.05;

  /** The cells between the least value and the largest one; more change no digit of a report. */
  private static final int CELLS = 256;

  private Bootstrap() {}

  /**
   * Returns an interval.
   *
   * @param values one of each block, above 0
   * @param error the probability with which the interval may miss the truth; {@link #ERROR} divided
   *     by their number if several statements are to be true together (Bonferroni)
   * @return empty with fewer than {@link #FEWEST} values, or if one is not a positive number
   */
  public static Optional<Interval> geometricMean(List<Double> values, double error) {
    return logarithms(values).map(logs -> interval(logs, SmallSample.tail(logs.length, 1 - error)));
  }

  private static Interval interval(double[] logs, double tail) {
    double mean = Arrays.stream(logs).average().orElseThrow();
    double least = Arrays.stream(logs).min().orElseThrow();
    double cell = (Arrays.stream(logs).max().orElseThrow() - least) / CELLS;
    double[] sums =
        sums(Arrays.stream(logs).map(log -> cell == 0 ? 0 : (log - least) / cell).toArray());
    double low = least + cell * quantile(sums, tail, logs.length);
    double high = least + cell * quantile(sums, 1 - tail, logs.length);
    return new Interval(
        Math.exp(Math.min(mean, low)), Math.exp(mean), Math.exp(Math.max(mean, high)));
  }

  /** Returns the logarithms of the values; empty if they make no interval. */
  static Optional<double[]> logarithms(List<Double> values) {
    return values.size() < FEWEST || !values.stream().allMatch(v -> v > 0 && v < 1e300)
        ? Optional.empty()
        : Optional.of(values.stream().mapToDouble(Math::log).toArray());
  }

  /**
   * Returns the share of all resamples for each sum of their values. A value between two cells is
   * divided between them, so that the mean stays.
   */
  private static double[] sums(double[] values) {
    double[] shares = {1};
    for (int draw = 0; draw < values.length; draw++) {
      double[] next = new double[shares.length + CELLS + 1];
      for (double value : values) {
        int below = (int) value;
        double above = value - below;
        for (int sum = 0; sum < shares.length; sum++) {
          next[sum + below] += shares[sum] * (1 - above) / values.length;
          next[sum + below + 1] += shares[sum] * above / values.length;
        }
      }
      shares = next;
    }
    return shares;
  }

  /** Returns the mean below which a share of the resamples is; a cell is evenly filled. */
  private static double quantile(double[] sums, double share, int draws) {
    double before = 0;
    int sum = 0;
    while (sum < sums.length - 1 && before + sums[sum] < share) {
      before += sums[sum++];
    }
    double within = sums[sum] == 0 ? 0.5 : (share - before) / sums[sum];
    return Math.clamp((sum - 0.5 + within) / draws, 0, CELLS);
  }

  /** Interpolates between two of the sorted values; Hyndman and Fan, definition 6. */
  static double quantile(double[] sorted, double share) {
    double place = Math.clamp(share * (sorted.length + 1) - 1, 0, sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
