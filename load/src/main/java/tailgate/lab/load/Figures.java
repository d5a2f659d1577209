package tailgate.lab.load;

import java.util.List;
import java.util.Objects;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of some requests in microseconds, from when a request was due to the last byte of
 * its answer.
 *
 * <p>A request without an answer, because the load ended or because of the time-out, would have
 * taken at least as long as it has waited. It is in the percentiles with that time, so a percentile
 * can be a lower bound; {@link #isExact} knows.
 *
 * @param count answers of status 200; with the unanswered requests, the percentiles are theirs
 * @param failed requests with another answer, or without one until the time-out
 * @param unanswered requests that still waited when the load was over; null in old results, which
 *     did not count them
 * @param exactTo the highest percentile that is exact, 100 if the maximum is; null in old results
 * @param mean of what the percentiles are of; null in old results
 * @param deviation the standard deviation of the same; null in old results
 */
public record Figures(
    long count,
    long failed,
    long p50,
    long p90,
    long p95,
    long p99,
    long p999,
    long max,
    @Nullable Long unanswered,
    @Nullable Double exactTo,
    @Nullable Double mean,
    @Nullable Double deviation) {

  /** The percentiles of a plotted curve, denser towards the tail. */
  public static final List<Double> CURVE =
      List.of(
          0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 85.0, 90.0, 92.0, 94.0, 95.0, 96.0,
          97.0, 98.0, 98.5, 99.0, 99.2, 99.4, 99.5, 99.6, 99.7, 99.8, 99.85, 99.9);

  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0, 99.9, 100.0);

  /** Two values of a histogram that differ by less are the same. */
  private static final double RESOLUTION = 0.01;

  /** Figures that know nothing of unanswered requests. */
  public Figures(
      long count, long failed, long p50, long p90, long p95, long p99, long p999, long max) {
    this(count, failed, p50, p90, p95, p99, p999, max, null, null, null, null);
  }

  /** Returns the values at the percentiles of {@link #CURVE}. */
  public static List<Long> curve(AbstractHistogram micros) {
    return CURVE.stream().map(micros::getValueAtPercentile).toList();
  }

  public static Figures of(AbstractHistogram micros, long failed) {
    return of(micros.getTotalCount(), micros, failed, null, null);
  }

  /**
   * Makes figures in which requests without an answer take part.
   *
   * @param waited how long the requests without an answer have waited: those that are unanswered,
   *     and those among the failed that were ended by the time-out
   */
  public static Figures of(Histogram answered, Histogram waited, long failed, long unanswered) {
    Histogram all = answered.copy();
    all.add(waited);
    double exactTo = exactTo(all, answered, waited.getTotalCount());
    return of(answered.getTotalCount(), all, failed, unanswered, exactTo);
  }

  private static Figures of(
      long count,
      AbstractHistogram micros,
      long failed,
      @Nullable Long unanswered,
      @Nullable Double exactTo) {
    return new Figures(
        count,
        failed,
        micros.getValueAtPercentile(50),
        micros.getValueAtPercentile(90),
        micros.getValueAtPercentile(95),
        micros.getValueAtPercentile(99),
        micros.getValueAtPercentile(99.9),
        micros.getMaxValue(),
        unanswered,
        exactTo,
        micros.getTotalCount() == 0 ? null : micros.getMean(),
        micros.getTotalCount() == 0 ? null : micros.getStdDeviation());
  }

  /** Returns the last percentile that is the same if missing answers come at once or never. */
  private static double exactTo(Histogram atOnce, Histogram answered, long missing) {
    double exact = 0;
    for (double percentile : PERCENTILES) {
      if (missing > 0 && !isSettled(percentile, atOnce, answered, missing)) {
        return exact;
      }
      exact = percentile;
    }
    return exact;
  }

  /** Whether a percentile is the same if missing answers come at once or never. */
  static boolean isSettled(double percentile, Histogram atOnce, Histogram answered, long missing) {
    // Of all requests, as a percentile of those that were answered.
    double ofAnswered =
        percentile * (answered.getTotalCount() + missing) / answered.getTotalCount();
    return ofAnswered <= 100
        && answered.getValueAtPercentile(ofAnswered)
            <= atOnce.getValueAtPercentile(percentile) * (1 + RESOLUTION);
  }

  /** Whether the value of this percentile is more than a lower bound; 100 is the maximum. */
  public boolean isExact(double percentile) {
    return exactTo == null || percentile <= exactTo;
  }

  /** Returns a percentile's value in milliseconds, as {@code > 20000} if it is a lower bound. */
  public String millis(double percentile) {
    long micros = micros(percentile);
    return isExact(percentile) ? Text.millis(micros) : "> " + Text.millis(roundedDown(micros));
  }

  /** Rounds to three digits: a histogram gives the upper end of a bucket, no lower bound. */
  private static long roundedDown(long micros) {
    long unit = 1;
    while (micros / unit >= 1_000) {
      unit *= 10;
    }
    return micros / unit * unit;
  }

  /** Returns a percentile's value that has a field, in microseconds; 100 is the maximum. */
  public long micros(double percentile) {
    return switch (Double.toString(percentile)) {
      case "50.0" -> p50;
      case "90.0" -> p90;
      case "95.0" -> p95;
      case "99.0" -> p99;
      case "99.9" -> p999;
      case "100.0" -> max;
      default -> throw new IllegalArgumentException("no figure for " + percentile);
    };
  }

  /** Returns the number of unanswered requests, 0 if they were not counted. */
  public long missing() {
    return Objects.requireNonNullElse(unanswered, 0L);
  }

  /** Whether there is a latency at all, and so a maximum. */
  public boolean hasLatencies() {
    return count > 0 || missing() > 0;
  }

  /** Whether there are enough requests for a percentile: of fewer it would be the maximum. */
  public boolean has(double percentile) {
    return count + missing() >= Math.round(100 / (100 - percentile));
  }
}
