package tailgate.adaptivepool;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.adaptivepool.policy.LittlesLawPolicy;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.queue.QueueDiscipline;
import tailgate.queue.Turn;
import tailgate.server.stage.OverloadPolicy;

/**
 * The settings of an {@link AdaptivePool}.
 *
 * @param min the fewest workers, started at once; at least 1
 * @param max the most workers; at least min, at most {@value ConfigLimits#MOST_WORKERS}
 * @param queueCapacity the most tasks that wait for a worker, from 1 to {@value
 *     ConfigLimits#LONGEST_QUEUE}
 * @param discipline which tasks come first during an overload, and which are refused
 * @param overload what happens to a task when the queue is full
 * @param interval how often the monitor looks without a signal, from 1 ms to 1 minute; also the
 *     interval in which at most an eighth of the workers retire
 * @param policy decides how many workers there should be
 * @param decideBy who asks it
 * @param turn how long a worker goes on before it lets others have the processor, as {@link Turn}
 *     says; null for as long as the kernel lets it
 * @param threadNamePrefix threads are called {@code <prefix>-worker-1} and {@code <prefix>-monitor}
 * @param nanoClock a clock like {@link System#nanoTime()}; used by many threads
 */
public record AdaptivePoolConfig(
    int min,
    int max,
    int queueCapacity,
    QueueDiscipline discipline,
    OverloadPolicy overload,
    Duration interval,
    ScalingPolicy policy,
    DecideBy decideBy,
    @Nullable Duration turn,
    String threadNamePrefix,
    LongSupplier nanoClock) {

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException with one message per cause
   * @throws NullPointerException naming the component that is null
   */
  public AdaptivePoolConfig {
    ConfigLimits.COMPONENTS.check(min, max, queueCapacity, interval);
    Objects.requireNonNull(discipline, "discipline");
    Objects.requireNonNull(overload, "overload");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(decideBy, "decideBy");
    turn = turn == null ? null : Turn.checked(turn);
    Objects.requireNonNull(threadNamePrefix, "threadNamePrefix");
    Objects.requireNonNull(nanoClock, "nanoClock");
  }

  /** With a monitor, and a queue that is first in, first out, and refuses nothing. */
  public AdaptivePoolConfig(
      int min,
      int max,
      int queueCapacity,
      OverloadPolicy overload,
      Duration interval,
      ScalingPolicy policy,
      String threadNamePrefix,
      LongSupplier nanoClock) {
    this(
        min,
        max,
        queueCapacity,
        QueueDiscipline.PLAIN,
        overload,
        interval,
        policy,
        DecideBy.MONITOR,
        null,
        threadNamePrefix,
        nanoClock);
  }

  /**
   * Creates a configuration of min to max workers; everything else is as in {@link #defaults()}.
   */
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
   * From 8 to 256 workers, a queue of 1024 that makes submitters wait when it is full, {@link
   * LittlesLawPolicy}, a look every 100 ms.
   */
  public static AdaptivePoolConfig defaults() {
    return new AdaptivePoolConfig(8, 256);
  }
}
