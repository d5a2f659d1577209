package tailgate.adaptivepool;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import tailgate.adaptivepool.policy.LittlesLawPolicy;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.queue.BoundedQueue;
import tailgate.server.stage.OverloadPolicy;

/**
 * What an {@link AdaptivePool} is told.
 *
 * @param min the fewest workers, hired at once; at least 1
 * @param max the most workers; at least min, at most {@value #MOST_WORKERS}
 * @param queueCapacity the most tasks that wait for a worker, from 1 to {@value #LONGEST_QUEUE}
 * @param overload what happens to a task when the queue is full
 * @param interval how often the monitor looks unasked, from 1 ms to 1 minute; also the beat of
 *     retirement
 * @param policy decides how many workers there should be
 * @param threadNamePrefix threads are called {@code <prefix>-worker-1} and {@code <prefix>-monitor}
 * @param nanoClock a clock like {@link System#nanoTime()}; used by many threads
 */
public record AdaptivePoolConfig(
    int min,
    int max,
    int queueCapacity,
    OverloadPolicy overload,
    Duration interval,
    ScalingPolicy policy,
    String threadNamePrefix,
    LongSupplier nanoClock) {

  static final int MOST_WORKERS = 65_536;
  static final int LONGEST_QUEUE = BoundedQueue.MAX_CAPACITY;

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException with one message per cause
   * @throws NullPointerException naming the component that is null
   */
  public AdaptivePoolConfig {
    ConfigNames.COMPONENTS.check(min, max, queueCapacity, interval);
    Objects.requireNonNull(overload, "overload");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(threadNamePrefix, "threadNamePrefix");
    Objects.requireNonNull(nanoClock, "nanoClock");
  }

  /** From min to max workers; all else as in {@link #defaults()}. */
  public AdaptivePoolConfig(int min, int max) {
    this(
        min,
        max,
        1024,
        OverloadPolicy.BLOCK,
        Duration.ofMillis(100),
        new LittlesLawPolicy(),
        "adaptive-pool",
        System::nanoTime);
  }

  /**
   * From 8 to 256 workers, a queue of 1024 that makes submitters wait when it is full, Little's
   * law, a look every 100 ms.
   */
  public static AdaptivePoolConfig defaults() {
    return new AdaptivePoolConfig(8, 256);
  }
}
