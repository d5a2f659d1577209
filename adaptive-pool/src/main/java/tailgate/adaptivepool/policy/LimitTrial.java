package tailgate.adaptivepool.policy;

import java.time.Duration;

/** Where {@link MarginalThroughput} is on its way to a limit. Times are uptimes of the pool. */
sealed interface LimitTrial {

  /** Returns the most workers there should be. */
  default int limit() {
    return Integer.MAX_VALUE;
  }

  /** Nothing suggests that workers are useless, or it is too early to ask again. */
  record Watching(Duration notBefore) implements LimitTrial {}

  /** Something does, and the throughput is being measured from here. */
  record Suspecting(Duration since, long completed) implements LimitTrial {}

  /**
   * Fewer and fewer workers, as long as the throughput is held.
   *
   * @param from the workers at the beginning
   * @param again whether that was a limit already
   * @param pace since the throughput was held the last time
   * @param begun since the descent began, or since the throughput rose in it
   */
  record Descending(
      int from,
      boolean again,
      int limit,
      Duration stepped,
      HeldThroughput pace,
      HeldThroughput begun)
      implements LimitTrial {

    /** What is to be held is what the pool has done since the descent began, if that is more. */
    Descending after(PoolSample now, boolean late) {
      HeldThroughput risen = begun.risen(now);
      HeldThroughput held = pace.holding(risen.perSecond()).after(now, late);
      return new Descending(from, again, limit, stepped, held, risen);
    }

    Descending stepTo(int next, PoolSample now) {
      return new Descending(from, again, next, now.uptime(), pace, begun);
    }
  }

  /**
   * The limit is known.
   *
   * @param confirmed whether fewer workers have lost the throughput twice
   * @param pace since the throughput was held the last time
   * @param begun since the hold began
   */
  record Holding(
      int limit,
      boolean confirmed,
      Duration until,
      Duration lastLate,
      HeldThroughput pace,
      HeldThroughput begun)
      implements LimitTrial {
    Holding at(Duration late, HeldThroughput now) {
      return new Holding(limit, confirmed, until, late, now, begun);
    }
  }

  /**
   * Twice as many workers are tried for a while, in case something has changed.
   *
   * @param confirmed as while it was held
   */
  record Probing(int held, boolean confirmed, Duration lastLate, HeldThroughput pace)
      implements LimitTrial {
    @Override
    public int limit() {
      return 2 * held;
    }
  }
}
