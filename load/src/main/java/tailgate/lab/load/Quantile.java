package tailgate.lab.load;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * A percentile of the latencies of all requests that were due, by the nearest rank: the latency
 * that so many of a hundred requests do not exceed. HdrHistogram rounds it up by at most 0.1 %.
 *
 * @param percent above 0 and below 100
 * @param micros the latency; a lower bound unless {@code isExact}, because requests without an
 *     answer take part with the time that they have waited
 * @param slower how many requests come after it in their order
 * @param isKnown whether there are enough requests: with fewer it would be the maximum
 */
public record Quantile(double percent, long micros, long slower, boolean isExact, boolean isKnown) {

  private static final List<Double> PERCENTS = List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99);

  /**
   * Returns the percentiles up to P99.99.
   *
   * @param answered latencies of answers in microseconds
   * @param waited how long requests have waited that have none
   */
  public static List<Quantile> of(Histogram answered, Histogram waited) {
    Histogram all = answered.copy();
    all.add(waited);
    List<Quantile> quantiles = new ArrayList<>();
    for (double percent : PERCENTS) {
      quantiles.add(of(percent, all, answered, waited.getTotalCount()));
    }
    return quantiles;
  }

  private static Quantile of(double percent, Histogram all, Histogram answered, long missing) {
    long total = all.getTotalCount();
    return new Quantile(
        percent,
        all.getValueAtPercentile(percent),
        total - (long) Math.ceil(Math.nextDown(percent) * total / 100), // 99.9 is a little more
        missing == 0 || Figures.isSettled(percent, all, answered, missing),
        total >= leastFor(percent));
  }

  /** Returns how many requests a percentile needs, so that one of them is slower. */
  public static long leastFor(double percent) {
    return Math.round(100 / (100 - percent));
  }

  /** Returns the latency in milliseconds, as {@code > 20.1} if it is a lower bound. */
  public String millis() {
    return (isExact ? "" : "> ") + Text.fineMillis(micros);
  }

  /** Returns its name, as {@code P99.9}. */
  public String name() {
    return "P" + (percent == Math.rint(percent) ? Text.format("%.0f", percent) : percent);
  }
}
