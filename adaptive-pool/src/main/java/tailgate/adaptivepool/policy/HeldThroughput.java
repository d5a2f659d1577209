package tailgate.adaptivepool.policy;

import java.time.Duration;

/**
 * A throughput to hold, and what has been completed since the last time that it was held.
 *
 * <p>This is a cumulative sum test (Page, "Continuous inspection schemes", 1954): while the
 * throughput is held the count begins anew with each sample, so a loss is measured from its
 * beginning, and {@link #workers} is the number of workers with which nothing was lost yet. A loss
 * is one that chance does not explain: the number of completions in a time has, if they are
 * independent, a standard deviation of the square root of its mean.
 *
 * @param perSecond the throughput to hold, in tasks per second
 * @param since the uptime of the pool when the count began
 * @param completed the tasks that the pool had completed then
 * @param workers the workers that stayed then
 */
record HeldThroughput(double perSecond, Duration since, long completed, int workers) {

  /** The part of the throughput that may be lost. */
  private static final double TOLERANCE = 0.02;

  /** How many standard deviations are no longer chance: one excursion in a thousand. */
  private static final double DEVIATIONS = 3;

  /** A pause that is no loss: of the garbage collector, or of the machine's scheduler. */
  private static final double PAUSE_SECONDS = 0.05;

  static HeldThroughput from(double perSecond, PoolSample now) {
    return new HeldThroughput(perSecond, now.uptime(), now.completed(), now.counts().staying());
  }

  /** Begins anew while the throughput is held, or while no task is late for a worker. */
  HeldThroughput after(PoolSample now, boolean late) {
    return late && missing(now) > TOLERANCE * expected(now) ? this : from(perSecond, now);
  }

  /** Begins anew with a higher throughput, if it has risen and not by chance. */
  HeldThroughput risen(PoolSample now) {
    return hasRisen(now, 0) ? from(raised(now).perSecond(), now) : this;
  }

  /** Returns this pace with another throughput to hold. */
  HeldThroughput holding(double other) {
    return new HeldThroughput(other, since, completed, workers);
  }

  /** The throughput to hold is the one since the count began, if that is higher. */
  HeldThroughput raised(PoolSample now) {
    double seconds = now.uptime().minus(since).toNanos() / 1e9;
    double measured = seconds == 0 ? 0 : (now.completed() - completed) / seconds;
    return holding(Math.max(perSecond, measured));
  }

  /** Whether the throughput is lower, and not by chance. */
  boolean isLost(PoolSample now) {
    return missing(now) > chance(now);
  }

  /**
   * Whether it is lower by twice what chance explains, which no short pause of the machine does.
   */
  boolean isClearlyLost(PoolSample now) {
    return missing(now) > 2 * chance(now);
  }

  /** Whether the throughput may be lower: half of the evidence for a loss is there. */
  boolean isDoubtful(PoolSample now) {
    return missing(now) > chance(now) / 2;
  }

  /** Whether fewer tasks arrive of late than it takes to hold the throughput, and not by chance. */
  boolean isAboveArrivals(PoolSample now) {
    double expected = perSecond * now.flow().window().toNanos() / 1e9;
    return expected - now.flow().arrived() > DEVIATIONS * Math.sqrt(expected);
  }

  /** Whether the throughput has risen by more than this part of it, and not by chance. */
  boolean hasRisen(PoolSample now, double part) {
    return -missing(now) > chance(now) + part * expected(now);
  }

  /** How many tasks should have been completed since the count began. */
  double expected(PoolSample now) {
    return perSecond * now.uptime().minus(since).toNanos() / 1e9;
  }

  private double missing(PoolSample now) {
    return expected(now) - (now.completed() - completed);
  }

  private double chance(PoolSample now) {
    double expected = expected(now);
    return perSecond * PAUSE_SECONDS + DEVIATIONS * Math.sqrt(expected) + TOLERANCE * expected;
  }
}
