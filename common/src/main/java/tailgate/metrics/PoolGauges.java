package tailgate.metrics;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The statistics of a stage's workers. Thread-safe; read about once a second, never per request.
 */
@FunctionalInterface
public interface PoolGauges {

  /** The gauges of a pool that has no statistics. */
  PoolGauges NONE = () -> PoolStatistics.NONE;

  /** The current state of the workers. */
  PoolStatistics statistics();

  /** The resizes of the pool; absent if its size is fixed. */
  default Optional<PoolResizes<?>> resizes() {
    return Optional.empty();
  }

  /** What has gone wrong in it; absent where the size is fixed. */
  default Optional<PoolFailures> failures() {
    return Optional.empty();
  }

  /**
   * How often a virtual thread blocked without releasing its carrier, since the first call; absent
   * if there are no virtual threads.
   */
  default OptionalLong pinned() {
    return OptionalLong.empty();
  }

  /** What holds the carriers of virtual threads; absent if there are no virtual threads. */
  default Optional<CarrierHealth> carriers() {
    return Optional.empty();
  }
}
