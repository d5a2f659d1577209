package tailgate.adaptivepool.policy;

import java.time.Duration;

/**
 * The tasks that passed through a pool within a window of time. In a flow without tasks every mean
 * and every rate is zero.
 *
 * @param window the length of the window; zero if it begins now
 * @param arrived tasks that were queued; a task that a worker performed at once, because the queue
 *     was full, is counted in {@code completed} only, and a task that was cancelled or refused in
 *     the queue in {@code arrived} only
 * @param completed tasks that ended
 * @param timed how many of these were timed: all of them, or as many as a mean needs
 * @param waited the sum of the times that the timed tasks were queued
 * @param served the sum of the times that they then took
 */
public record Flow(
    Duration window, long arrived, long completed, long timed, Duration waited, Duration served) {

  /** The mean time that a task was queued. */
  public Duration meanWait() {
    return timed == 0 ? Duration.ZERO : waited.dividedBy(timed);
  }

  /** The mean time that a task took: Little's W. */
  public Duration meanService() {
    return timed == 0 ? Duration.ZERO : served.dividedBy(timed);
  }

  /** The mean time from submission to end. */
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
