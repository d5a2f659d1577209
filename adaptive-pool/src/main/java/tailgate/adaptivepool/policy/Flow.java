package tailgate.adaptivepool.policy;

import java.time.Duration;

/**
 * What has passed through a pool within a span of time. Every mean and every rate of a flow in
 * which nothing happened is zero: there is nothing to divide.
 *
 * @param window how long the span was; zero if it begins just now
 * @param arrived tasks that were queued; those that a worker has performed at once, because the
 *     queue was full, are among the completed only
 * @param completed tasks that ended
 * @param timed how many of these were timed: all of them, or as many as a mean needs
 * @param waited how long those that were timed had been queued, together
 * @param served how long they then took, together
 */
public record Flow(
    Duration window, long arrived, long completed, long timed, Duration waited, Duration served) {

  /** How long a task that ended had been queued, on average. */
  public Duration meanWait() {
    return timed == 0 ? Duration.ZERO : waited.dividedBy(timed);
  }

  /** How long a task that ended took, on average: Little's W. */
  public Duration meanService() {
    return timed == 0 ? Duration.ZERO : served.dividedBy(timed);
  }

  /** From submission to end, on average. */
  public Duration meanLatency() {
    return timed == 0 ? Duration.ZERO : waited.plus(served).dividedBy(timed);
  }

  /** Tasks submitted per second: Little's λ. */
  public double arrivalRate() {
    return perSecond(arrived);
  }

  /** Tasks ended per second. */
  public double throughput() {
    return perSecond(completed);
  }

  private double perSecond(long count) {
    return window.isZero() ? 0 : count * 1e9 / window.toNanos();
  }
}
