package tailgate.top;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tailgate.admin.Stats;

/**
 * What has changed since the sample before, in words: a hyphen where there is no such sample.
 *
 * @param interval null then
 */
record Change(@Nullable Interval interval) {

  private static final String UNKNOWN = "-";
  private static final double NANOS = 1e9;

  /** By how much a count has grown. */
  long growth(ToLongFunction<Stats> count) {
    return interval == null ? 0 : interval.growth(count);
  }

  /** How much of it there was in each second. */
  String rate(ToLongFunction<Stats> count) {
    return interval == null ? UNKNOWN : Units.rate(interval.rate(count));
  }

  /** The same for bytes. */
  String sizeRate(ToLongFunction<Stats> bytes) {
    return interval == null ? UNKNOWN : Units.size(interval.rate(bytes)) + "/s";
  }

  /** How many did nothing else but what is counted in nanoseconds. */
  String amount(ToLongFunction<Stats> nanos) {
    return interval == null ? UNKNOWN : Units.amount(interval.rate(nanos) / NANOS);
  }

  /** The part of the time that went into it. */
  String share(ToLongFunction<Stats> nanos) {
    return interval == null ? UNKNOWN : Units.percent(interval.rate(nanos) / NANOS);
  }

  /** A part of a whole that may be nothing. */
  static String part(long part, long whole) {
    return whole == 0 ? UNKNOWN : Units.percent((double) part / whole);
  }
}
