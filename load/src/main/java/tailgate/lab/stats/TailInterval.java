package tailgate.lab.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The 95 % interval of the P99 of one run, by a moving-block bootstrap over windows of a second.
 *
 * <p>Latencies of neighbouring requests depend on each other: one pause makes many of them late. To
 * resample single requests would count such a pause many times over. So windows are resampled, in
 * runs of neighbours (Künsch, The Jackknife and the Bootstrap for General Stationary Observations,
 * The Annals of Statistics 17, 1989).
 */
public final class TailInterval {

  /** The P99 of fewer requests is made by less than a hundred of them. */
  public static final long FEWEST_REQUESTS = 10_000;

  static final int FEWEST_WINDOWS = 6;

  private static final int RESAMPLES = 2_000;
  private static final double SHARE = 0.99;

  /** All latencies that occur, in ascending order. */
  private final double[] values;

  /** How many latencies of each window are at most each value. */
  private final long[][] atMost;

  private TailInterval(List<? extends AbstractHistogram> windows) {
    values =
        windows.stream()
            .flatMapToDouble(window -> recorded(window).stream().mapToDouble(Recorded::value))
            .distinct()
            .sorted()
            .toArray();
    atMost = new long[windows.size()][values.length];
    for (int i = 0; i < atMost.length; i++) {
      for (Recorded recorded : recorded(windows.get(i))) {
        atMost[i][Arrays.binarySearch(values, recorded.value)] += recorded.count;
      }
      Arrays.parallelPrefix(atMost[i], Long::sum);
    }
  }

  private record Recorded(double value, long count) {}

  private static List<Recorded> recorded(AbstractHistogram window) {
    List<Recorded> all = new ArrayList<>();
    for (HistogramIterationValue step : window.recordedValues()) {
      all.add(new Recorded(step.getValueIteratedTo(), step.getCountAddedInThisIterationStep()));
    }
    return all;
  }

  /**
   * Returns the P99 and its interval, in the unit of the histograms.
   *
   * @param windows a histogram for each second, in their order
   * @return empty with fewer than {@link #FEWEST_REQUESTS} requests, or with too few windows
   */
  public static Optional<Interval> ofP99(List<? extends AbstractHistogram> windows, long seed) {
    long requests = windows.stream().mapToLong(AbstractHistogram::getTotalCount).sum();
    return requests < FEWEST_REQUESTS || windows.size() < FEWEST_WINDOWS
        ? Optional.empty()
        : Optional.of(new TailInterval(windows).interval(new SplittableRandom(seed)));
  }

  private Interval interval(SplittableRandom random) {
    int length = Math.max(2, (int) Math.round(Math.cbrt(atMost.length)));
    double[] resampled = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      resampled[i] = p99(resample(length, random));
    }
    Arrays.sort(resampled);
    double tail = SmallSample.tail(atMost.length / length, 1 - Bootstrap.ERROR);
    double estimate = p99(atMost);
    return new Interval(
        Math.min(estimate, Bootstrap.quantile(resampled, tail)),
        estimate,
        Math.max(estimate, Bootstrap.quantile(resampled, 1 - tail)));
  }

  /** Draws as many windows as there are, in runs of {@code length} neighbours. */
  private long[][] resample(int length, SplittableRandom random) {
    long[][] resampled = new long[atMost.length][];
    int first = 0;
    for (int i = 0; i < resampled.length; i++) {
      if (i % length == 0) {
        first = random.nextInt(atMost.length - length + 1);
      }
      resampled[i] = atMost[first + i % length];
    }
    return resampled;
  }

  /** Returns the smallest value that 99 % of all are at or below, as HdrHistogram has it. */
  private double p99(long[][] windows) {
    int low = 0;
    int high = values.length - 1;
    long rank = (long) Math.ceil(SHARE * atMost(windows, high));
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (atMost(windows, middle) < rank) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return values[low];
  }

  private static long atMost(long[][] windows, int value) {
    long sum = 0;
    for (long[] window : windows) {
      sum += window[value];
    }
    return sum;
  }
}
