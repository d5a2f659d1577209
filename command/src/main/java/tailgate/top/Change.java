package tailgate.top;

import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A sample, and what has changed since the sample before it. Rates are by the server's own clock,
 * so they are right however late a sample arrives here.
 *
 * @param before null if there is no earlier sample of this server; rates are then a hyphen
 */
record Change(@Nullable Sample before, Sample now) {

  private static final String UNKNOWN = "-";

  /** The start of a server may seem to move by that much, if its clock is set while it runs. */
  private static final double SAME_START_SECONDS = 2;

  private static final double NANOS = 1e9;

  Change {
    if (before != null) {
      double millis = now.count("/timeMillis") - before.count("/timeMillis");
      double seconds = now.uptime() - before.uptime();
      if (seconds <= 0 || Math.abs(millis / 1e3 - seconds) >= SAME_START_SECONDS) {
        before = null; // of another server, as after a restart
      }
    }
  }

  /** How much a count has grown; never negative. */
  long growth(ToLongFunction<Sample> count) {
    return before == null ? 0 : Math.max(0, count.applyAsLong(now) - count.applyAsLong(before));
  }

  long growth(String count) {
    return growth(sample -> sample.count(count));
  }

  /** The growth in each second; 0 without an earlier sample. */
  double perSecond(ToLongFunction<Sample> count) {
    return before == null ? 0 : growth(count) / (now.uptime() - before.uptime());
  }

  String rate(ToLongFunction<Sample> count) {
    return before == null ? UNKNOWN : Units.rate(perSecond(count));
  }

  String rate(String count) {
    return rate(sample -> sample.count(count));
  }

  String sizeRate(String bytes) {
    return before == null ? UNKNOWN : Units.size(perSecond(s -> s.count(bytes))) + "/s";
  }

  /** How many processors were busy all the time, from their time in nanoseconds. */
  String processors(String nanos) {
    double processors = perSecond(sample -> sample.count(nanos)) / NANOS;
    return before == null ? UNKNOWN : String.format(Locale.ROOT, "%.2f", processors);
  }

  /** The part of the time that was spent in what is counted in nanoseconds. */
  String share(ToLongFunction<Sample> nanos) {
    return before == null ? UNKNOWN : Units.percent(perSecond(nanos) / NANOS);
  }

  /** A part of a whole that may be nothing. */
  static String part(long part, long whole) {
    return whole == 0 ? UNKNOWN : Units.percent((double) part / whole);
  }
}
