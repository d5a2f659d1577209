package tailgate.metrics;

import java.util.OptionalInt;

/**
 * The workers of a stage at one moment. A figure that a stage does not have is absent, which is not
 * the same as zero. For example, a stage with a thread per connection has no minimum, and a stage
 * whose reactors do all the work has no queue.
 *
 * <p>If all are present, {@code min ≤ workers ≤ max} (except while workers start or end), {@code
 * busy ≤ workers} and {@code queued ≤ capacity}.
 *
 * @param busy number of threads that are working
 * @param capacity maximum number of queued tasks
 */
public record PoolStatistics(
    OptionalInt workers,
    OptionalInt busy,
    OptionalInt min,
    OptionalInt max,
    OptionalInt queued,
    OptionalInt capacity) {

  /** The statistics of a stage that has no figures. */
  public static final PoolStatistics NONE = threads(OptionalInt.empty(), OptionalInt.empty());

  /** A fixed number of threads without a queue. */
  public static PoolStatistics fixed(int threads) {
    var count = OptionalInt.of(threads);
    return new PoolStatistics(
        count, OptionalInt.empty(), count, count, OptionalInt.empty(), OptionalInt.empty());
  }

  /** Threads that exist only for one task, at most {@code max}. */
  public static PoolStatistics perTask(int threads, int max) {
    return threads(OptionalInt.of(threads), OptionalInt.of(max));
  }

  /** Returns the statistics of these threads with a queue. */
  public PoolStatistics withQueue(int length, int maxLength) {
    return new PoolStatistics(
        workers, busy, min, max, OptionalInt.of(length), OptionalInt.of(maxLength));
  }

  /** A pool behind a bounded queue. */
  public static PoolStatistics pool(
      int workers, int busy, int min, int max, int queued, int capacity) {
    return new PoolStatistics(
        OptionalInt.of(workers),
        OptionalInt.of(busy),
        OptionalInt.of(min),
        OptionalInt.of(max),
        OptionalInt.of(queued),
        OptionalInt.of(capacity));
  }

  private static PoolStatistics threads(OptionalInt count, OptionalInt max) {
    return new PoolStatistics(
        count, count, OptionalInt.empty(), max, OptionalInt.empty(), OptionalInt.empty());
  }
}
