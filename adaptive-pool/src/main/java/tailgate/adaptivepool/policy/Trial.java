package tailgate.adaptivepool.policy;

import java.time.Duration;

/** Where {@link MarginalThroughput} is on its way to a limit. Times are uptimes of the pool. */
sealed interface Trial {

  /** The most workers there should be. */
  default int limit() {
    return Integer.MAX_VALUE;
  }

  /** The rule is switched off. */
  record Off() implements Trial {}

  /** Nothing suggests that workers are useless, or it is too early to ask again. */
  record Watching(Duration notBefore) implements Trial {}

  /** Something does, and the throughput is being measured from here. */
  record Suspecting(Duration since, long completed) implements Trial {}

  /** Fewer and fewer workers, as long as the throughput is held. */
  record Descending(int from, @Override int limit, Duration stepped, Pace pace) implements Trial {}

  /** The limit is known. */
  record Holding(@Override int limit, Duration until, Duration lastLate, Pace pace)
      implements Trial {}

  /** Twice as many workers for a while: has something changed? */
  record Probing(int held, Duration lastLate, Pace pace) implements Trial {
    @Override
    public int limit() {
      return 2 * held;
    }
  }
}
