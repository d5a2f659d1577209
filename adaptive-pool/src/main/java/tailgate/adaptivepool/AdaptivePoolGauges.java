package tailgate.adaptivepool;

import java.util.Optional;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.Headcount;
import tailgate.metrics.PoolGauges;
import tailgate.metrics.PoolResizes;
import tailgate.metrics.PoolStatistics;

/** What an {@link AdaptivePool} lets be seen; takes its locks, so it is not for every request. */
record AdaptivePoolGauges(AdaptivePool pool, AdaptivePoolConfig config, PoolResizes<Cause> log)
    implements PoolGauges {

  @Override
  public PoolStatistics statistics() {
    Headcount now = pool.headcount();
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
}
