package tailgate.metrics;

import java.util.Optional;

/**
 * What a stage lets be seen of its workers. Thread-safe; asked now and then, never for a request.
 */
@FunctionalInterface
public interface PoolGauges {

  /** Lets nothing be seen. */
  PoolGauges NONE = () -> PoolStatistics.NONE;

  /** How its workers are doing now. */
  PoolStatistics statistics();

  /** How its size has changed; absent where it never does. */
  default Optional<PoolResizes> resizes() {
    return Optional.empty();
  }
}
