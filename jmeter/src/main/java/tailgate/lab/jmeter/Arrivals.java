package tailgate.lab.jmeter;

import java.util.Arrays;
import tailgate.lab.load.Health;

/**
 * Whether users came when they were due, by JMeter's own timetable.
 *
 * <p>JMeter's ramp-up is no grid of fixed times. It has the next user wait for an equal share of
 * what is left of the ramp-up, counted from when the one before has left: a millisecond that it
 * takes itself to start a user is spread over all who are to come. So that is when a user is due
 * here too. Where JMeter, or its machine, stands still, it does not make up for that at once
 * either; all who should have left meanwhile are late, so that the share of the late ones is the
 * share of the time in which nobody could leave.
 */
final class Arrivals {

  /** After which a user has left late, as in {@link Health}. */
  private static final double LATE_MILLIS = 10;

  private Arrivals() {}

  /**
   * How JMeter did.
   *
   * @param startMillis when each user left, in that order; at least one
   */
  static Health health(RampUpLoad load, long[] startMillis) {
    double pace = load.rampUp().toMillis() / (double) load.users();
    long end = startMillis[0] + load.rampUp().toMillis();
    double[] lags = new double[startMillis.length];
    long late = 0;
    for (int i = 1; i < startMillis.length; i++) {
      long before = startMillis[i - 1];
      double wait = Math.max(0, end - before) / (double) Math.max(1, load.users() - i + 1);
      lags[i] = Math.max(0, startMillis[i] - before - wait);
      late += lags[i] > LATE_MILLIS ? usersIn(lags[i], pace) : 0;
    }
    Arrays.sort(lags);
    double p99 = lags[(int) Math.ceil(lags.length * 0.99) - 1];
    return new Health(
        load.users(),
        startMillis.length,
        0,
        Math.min(late, startMillis.length),
        (long) (p99 * 1000),
        (long) (lags[lags.length - 1] * 1000));
  }

  /** Who should have left in that time. */
  private static long usersIn(double millis, double pace) {
    return pace > 0 ? Math.max(1, (long) (millis / pace)) : 1;
  }
}
