package tailgate.adaptivepool;

import java.util.Optional;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.metrics.PoolFailures;
import tailgate.metrics.PoolGauges;
import tailgate.metrics.PoolResizes;
import tailgate.metrics.PoolStatistics;

/**
 * The gauges of an {@link AdaptivePool}. Reading them takes the pool's locks, so they are not for
 * every request.
 */
record AdaptivePoolGauges(AdaptivePool pool, AdaptivePoolConfig config, PoolResizes<Cause> log)
    implements PoolGauges {

  @Override
  public PoolStatistics statistics() {
    PoolCounts now = pool.counts();
    return PoolStatistics.pool(
        now.workers(),
        now.busy(),
        config.min(),
        config.max(),
        now.queued(),
        config.queueCapacity());
  }

  @Override
  public Optional<PoolResizes<?>> resizes() {
    return Optional.of(log);
  }

  @Override
  public Optional<PoolFailures> failures() {
    return Optional.of(pool.failures());
  }
}
