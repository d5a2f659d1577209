package tailgate.metrics;

import java.util.OptionalInt;

/**
 * A stage's workers at one moment. What a stage does not have is absent, which is not zero: threads
 * made for each connection have no least number, reactors that do all the work have no queue.
 *
 * <p>Where all are present, {@code min ≤ workers ≤ max} (but for workers on their way in or out),
 * {@code busy ≤ workers} and {@code queued ≤ capacity}.
 *
 * @param workers threads there are
 * @param busy those of them that are at work
 * @param min the fewest there may be
 * @param max the most there may be
 * @param queued tasks that wait for a worker
 * @param capacity tasks that may wait
 */
public record PoolStatistics(
    OptionalInt workers,
    OptionalInt busy,
    OptionalInt min,
    OptionalInt max,
    OptionalInt queued,
    OptionalInt capacity) {

  /** Knows of nothing. */
  public static final PoolStatistics NONE = threads(OptionalInt.empty(), OptionalInt.empty());

  /** So many threads for good, that nobody hands anything to. */
  public static PoolStatistics fixed(int threads) {
    var count = OptionalInt.of(threads);
    return new PoolStatistics(
        count, OptionalInt.empty(), count, count, OptionalInt.empty(), OptionalInt.empty());
  }

  /** Threads that exist only while they work, at most {@code max}. */
  public static PoolStatistics perTask(int threads, int max) {
    return threads(OptionalInt.of(threads), OptionalInt.of(max));
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
