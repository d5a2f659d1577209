package tailgate.adaptivepool.policy;

import java.time.Duration;

/**
 * All that a {@link ScalingPolicy} may know. The counts are of this instant. The flow is of the
 * last one to two monitor intervals, so that it is meaningful even if the monitor looked a moment
 * ago.
 *
 * @param uptime how long the pool has existed; only differences are meaningful
 * @param min the fewest workers the pool may have
 * @param max the most
 * @param counts workers and queued tasks now
 * @param capacity the most tasks that may be queued
 * @param completed the tasks that have ended since the pool exists
 * @param flow the tasks of the last one to two intervals
 * @param sinceBacklog the flow since the backlog began: since then, every look has found a backlog;
 *     all zero if this look is the first that finds a backlog, or finds none
 * @param processors whether the workers compute or wait
 */
public record PoolSample(
    Duration uptime,
    int min,
    int max,
    PoolCounts counts,
    int capacity,
    long completed,
    Flow flow,
    Flow sinceBacklog,
    Processors processors) {

  /** How full the queue is, from 0 to 1. */
  public double fill() {
    return (double) counts.queued() / capacity;
  }

  /**
   * Whether a task is queued for which no worker is free. An idle worker for which a task is queued
   * counts as busy: it has been woken and has not run yet.
   */
  public boolean backlogged() {
    return counts.backlog() > 0;
  }
}
