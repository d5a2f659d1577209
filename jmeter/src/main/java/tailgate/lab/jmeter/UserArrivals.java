package tailgate.lab.jmeter;

import java.util.Arrays;
import tailgate.lab.load.Health;
import tailgate.lab.load.Segment;

/**
 * Checks whether users arrived when they were due by JMeter's own schedule.
 *
 * <p>JMeter's ramp-up has no fixed times. Each user waits for an equal share of the rest of the
 * ramp-up, counted from when the previous user left: a millisecond that JMeter needs to start a
 * user is spread over all later users. A user is due at that time here too. If JMeter or its
 * machine stands still, JMeter does not catch up at once. All users who should have left meanwhile
 * count as late, so the share of late users is the share of the time in which none could leave.
 */
final class UserArrivals {

  private static final double LATE_MILLIS = Health.LATE.toMillis();

  private UserArrivals() {}

  /**
   * Returns the health of JMeter as a generator whose users arrive in a ramp-up.
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
    return health(load.users(), late, lags);
  }

  /**
   * Returns the health of JMeter if an Open Model Thread Group was to space users evenly. That has
   * fixed times: it catches up at once after it stood still.
   *
   * <p>The result file does not say when the first request was due. It is taken to be the latest
   * time at which none would have left too early, so a delay that all have in common is not seen.
   *
   * @param segment the rate, and how many users were due
   * @param startMillis when each user left, in that order; at least one
   */
  static Health health(Segment segment, long[] startMillis) {
    double pace = 1_000 / segment.perSecond();
    double first = startMillis[0];
    for (int i = 1; i < startMillis.length; i++) {
      first = Math.min(first, startMillis[i] - i * pace);
    }
    double[] lags = new double[startMillis.length];
    long late = 0;
    for (int i = 0; i < startMillis.length; i++) {
      lags[i] = startMillis[i] - i * pace - first;
      late += lags[i] > LATE_MILLIS ? 1 : 0;
    }
    return health(segment.arrivals(), late, lags);
  }

  private static Health health(long scheduled, long late, double[] lags) {
    Arrays.sort(lags);
    double p99 = lags[(int) Math.ceil(lags.length * 0.99) - 1];
    return new Health(
        scheduled,
        lags.length,
        0,
        Math.min(late, lags.length),
        (long) (p99 * 1000),
        (long) (lags[lags.length - 1] * 1000));
  }

  /** Counts the users that should have left in that time. */
  private static long usersIn(double millis, double pace) {
    return pace > 0 ? Math.max(1, (long) (millis / pace)) : 1;
  }
}
