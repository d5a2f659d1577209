package tailgate.top;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tailgate.admin.Stats;

/**
 * What happened between two samples of the same server, by its own clock: however late they came
 * here, a rate is right.
 *
 * @param seconds between the two, more than none
 */
record Interval(Stats before, Stats now, double seconds) {

  /** By so much may the start of a server seem to differ, as clocks are set while it runs. */
  private static final double SAME_START_SECONDS = 2;

  /** Null where there is nothing before, or it was another server, as after a restart. */
  static @Nullable Interval between(@Nullable Stats before, Stats now) {
    if (before == null) {
      return null;
    }
    double seconds = now.uptimeSeconds() - before.uptimeSeconds();
    boolean same = Math.abs(startSeconds(now) - startSeconds(before)) < SAME_START_SECONDS;
    return same && seconds > 0 ? new Interval(before, now, seconds) : null;
  }

  private static double startSeconds(Stats stats) {
    return stats.timeMillis() / 1e3 - stats.uptimeSeconds();
  }

  /** By how much a count has grown; never negative. */
  long growth(ToLongFunction<Stats> count) {
    return Math.max(0, count.applyAsLong(now) - count.applyAsLong(before));
  }

  /** The same for each second. */
  double rate(ToLongFunction<Stats> count) {
    return growth(count) / seconds;
  }
}
