package tailgate.adaptivepool;

import java.time.Duration;
import java.util.function.LongSupplier;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.queue.QueueDiscipline;
import tailgate.server.stage.OverloadPolicy;

/** Makes configurations of pools for tests. */
final class PoolConfigs {
  private PoolConfigs() {}

  /** Makes one with a monitor, and a queue that is first in, first out, and refuses nothing. */
  static AdaptivePoolConfig monitoring(
      int min,
      int max,
      int queueCapacity,
      OverloadPolicy overload,
      Duration interval,
      ScalingPolicy policy,
      String threadNamePrefix,
      LongSupplier nanoClock) {
    return new AdaptivePoolConfig(
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
}
