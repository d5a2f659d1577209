package tailgate.metrics;

import java.util.Optional;
import java.util.OptionalLong;

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
  default Optional<PoolResizes<?>> resizes() {
    return Optional.empty();
  }

  /** What has gone wrong in it; absent where the size is fixed. */
  default Optional<PoolFailures> failures() {
    return Optional.empty();
  }

  /**
   * How often a virtual thread of its has held on to its carrier while it waited, since somebody
   * first asked; absent where there are none.
   */
  default OptionalLong pinned() {
    return OptionalLong.empty();
  }
}
