package tailgate.adaptivepool;

import java.time.Duration;
import tailgate.adaptivepool.policy.Flow;
import tailgate.adaptivepool.policy.Headcount;
import tailgate.adaptivepool.policy.PoolSample;

/**
 * A pool's instruments, read once: totals since the beginning, from the difference of which a
 * {@link Sampler} makes a {@link PoolSample}.
 *
 * @param nanos when, by a clock that may overflow
 * @param headcount workers and queued tasks
 * @param accepted tasks queued
 * @param completed tasks ended
 * @param timed how many of these were timed
 * @param waitNanos how long those had been queued, together
 * @param serviceNanos how long they took, together
 * @param cpuNanos how long workers have been on a processor, together
 * @param runnable workers that neither wait in a task nor for one at this instant, and who waits
 *     for the queue's lock
 * @param cores processors the process may use
 */
record Reading(
    long nanos,
    Headcount headcount,
    long accepted,
    long completed,
    long timed,
    long waitNanos,
    long serviceNanos,
    long cpuNanos,
    int runnable,
    int cores) {

  boolean backlogged() {
    return headcount.backlog() > 0;
  }

  long nanosSince(Reading earlier) {
    return nanos - earlier.nanos;
  }

  Flow flowSince(Reading earlier) {
    return new Flow(
        Duration.ofNanos(nanosSince(earlier)),
        accepted - earlier.accepted,
        completed - earlier.completed,
        timed - earlier.timed,
        Duration.ofNanos(waitNanos - earlier.waitNanos),
        Duration.ofNanos(serviceNanos - earlier.serviceNanos));
  }
}
