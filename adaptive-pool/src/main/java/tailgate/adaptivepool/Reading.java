package tailgate.adaptivepool;

import java.time.Duration;
import java.util.Optional;
import tailgate.adaptivepool.policy.Flow;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.adaptivepool.policy.PoolSample;

/**
 * All counters of a pool at one time. The totals count from the beginning; a {@link PoolSampler}
 * makes a {@link PoolSample} from the differences of two readings.
 *
 * @param nanos the time of the reading, by a clock that may overflow
 * @param counts workers and queued tasks
 * @param accepted tasks queued
 * @param completed tasks ended
 * @param timed how many of these were timed
 * @param waitNanos the sum of the times that the timed tasks were queued
 * @param serviceNanos the sum of the times that they took
 * @param cpuNanos the processor time that the workers have used
 * @param runnable workers that wait neither in a task nor for a task at this instant, and threads
 *     that wait for the queue's lock
 * @param scheduled how many threads of the process have lately had a processor or waited for one,
 *     if that is known
 * @param cores processors the process may use
 */
record Reading(
    long nanos,
    PoolCounts counts,
    long accepted,
    long completed,
    long timed,
    long waitNanos,
    long serviceNanos,
    long cpuNanos,
    int runnable,
    Optional<RunQueue.Mean> scheduled,
    int cores) {

  boolean backlogged() {
    return counts.backlog() > 0;
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
