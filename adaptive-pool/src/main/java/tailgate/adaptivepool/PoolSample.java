package tailgate.adaptivepool;

import java.time.Duration;

/**
 * All that a {@link ScalingPolicy} may know. The head count is of this instant; the flow (all from
 * {@code window} on) is of the last one to two monitor intervals, so that it means something even
 * when the monitor was called an instant after it last looked.
 *
 * @param min the fewest workers the pool may have
 * @param max the most
 * @param headcount workers and queued tasks now
 * @param capacity the most tasks that may be queued
 * @param window how far back the flow goes
 * @param arrived tasks that were submitted within the window
 * @param completed tasks that ended within the window
 * @param meanWait how long those that ended had been queued, on average; zero when none ended
 * @param meanService how long they then took; zero when none ended
 */
public record PoolSample(
    int min,
    int max,
    Headcount headcount,
    int capacity,
    Duration window,
    long arrived,
    long completed,
    Duration meanWait,
    Duration meanService) {

  /** From submission to end, on average. */
  public Duration meanLatency() {
    return meanWait.plus(meanService);
  }

  /** How full the queue is, from 0 to 1. */
  public double fill() {
    return (double) headcount.queued() / capacity;
  }

  /**
   * Whether something is queued for which no worker is free. An idle worker for which a task is
   * queued is as good as busy: it has been woken and only has not run yet.
   */
  public boolean backlogged() {
    return headcount.queued() > headcount.idle();
  }
}
