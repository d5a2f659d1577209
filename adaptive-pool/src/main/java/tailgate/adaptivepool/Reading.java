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
 * @param timed those of these tasks that were timed
 */
record Reading(
    long nanos,
    PoolCounts counts,
    long accepted,
    long completed,
    TaskTimer.Totals timed,
    ProcessorReading processors) {

  /**
   * What is known of the processors.
   *
   * @param cpuNanos the processor time that the workers have used
   * @param runnable workers that wait neither in a task nor for a task at this instant, and threads
   *     that wait for the queue's lock
   * @param scheduled how many threads of the process have lately had a processor or waited for one,
   *     if that is known
   * @param cores processors the process may use
   */
  record ProcessorReading(
      long cpuNanos, int runnable, Optional<RunQueue.Mean> scheduled, int cores) {}

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
        timed.timed() - earlier.timed.timed(),
        Duration.ofNanos(timed.waitNanos() - earlier.timed.waitNanos()),
        Duration.ofNanos(timed.serviceNanos() - earlier.timed.serviceNanos()));
  }
}
