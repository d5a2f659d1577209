package tailgate.lab.load;

import java.util.OptionalLong;

/** How long a server needs after an overload until its latency is normal again. */
public final class Recovery {

  /** How many good windows in a row count as recovered, because a single one may be luck. */
  private static final int IN_A_ROW = 2;

  private Recovery() {}

  /**
   * Returns the milliseconds from the end of the overload until the P99 of windows is within a
   * limit; empty if that was not seen.
   *
   * @param fromMillis when the overload ended, from the start of the timeline
   * @param toMillis when the watch ended
   * @param limitMicros of the P99
   */
  public static OptionalLong millis(
      Timeline timeline, long fromMillis, long toMillis, double limitMicros) {
    long window = timeline.windowMillis();
    int end = (int) Math.min(toMillis / window, timeline.p99().size());
    int good = 0;
    int since = 0;
    for (int i = (int) Math.ceilDiv(fromMillis, window); i < end; i++) {
      if (timeline.count().get(i) == 0 && timeline.failed().get(i) == 0) {
        continue; // nobody asked
      }
      boolean isGood = timeline.failed().get(i) == 0 && timeline.p99().get(i) <= limitMicros;
      since = isGood && good == 0 ? i : since;
      good = isGood ? good + 1 : 0;
      if (good == IN_A_ROW) {
        return OptionalLong.of(Math.max(0, since * window - fromMillis));
      }
    }
    return OptionalLong.empty();
  }
}
