package tailgate.adaptivepool.policy;

import java.time.Duration;

/**
 * All that a {@link ScalingPolicy} may know. The head count is of this instant; the flow is of the
 * last one to two monitor intervals, so that it means something even when the monitor was called an
 * instant after it last looked.
 *
 * @param uptime how long the pool has been there; only differences mean something
 * @param min the fewest workers the pool may have
 * @param max the most
 * @param headcount workers and queued tasks now
 * @param capacity the most tasks that may be queued
 * @param flow what passed within the last one to two intervals
 * @param sinceBacklog what of it passed since looks have found a backlog without a break; all zero
 *     if this look is the first to find one, or finds none
 * @param processors whether the workers compute or wait
 */
public record PoolSample(
    Duration uptime,
    int min,
    int max,
    Headcount headcount,
    int capacity,
    Flow flow,
    Flow sinceBacklog,
    Processors processors) {

  /** How full the queue is, from 0 to 1. */
  public double fill() {
    return (double) headcount.queued() / capacity;
  }

  /**
   * Whether something is queued for which no worker is free. An idle worker for which a task is
   * queued is as good as busy: it has been woken and only has not run yet.
   */
  public boolean backlogged() {
    return headcount.backlog() > 0;
  }
}
