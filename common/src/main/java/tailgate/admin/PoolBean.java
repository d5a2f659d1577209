package tailgate.admin;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads each attribute afresh. Thread-safe. */
record PoolBean(StatsCollector source) implements PoolMXBean {

  @Override
  public @Nullable Integer getWorkers() {
    return pool().workers();
  }

  @Override
  public @Nullable Integer getBusy() {
    return pool().busy();
  }

  @Override
  public @Nullable Integer getMin() {
    return pool().min();
  }

  @Override
  public @Nullable Integer getMax() {
    return pool().max();
  }

  @Override
  public @Nullable Integer getQueued() {
    return pool().queued();
  }

  @Override
  public @Nullable Integer getCapacity() {
    return pool().capacity();
  }

  @Override
  public @Nullable Long getGrown() {
    return resizes(Stats.Resizes::grown);
  }

  @Override
  public @Nullable Long getShrunk() {
    return resizes(Stats.Resizes::shrunk);
  }

  @Override
  public @Nullable String getLastReason() {
    return resizes(all -> all.recent().isEmpty() ? null : all.recent().getLast().reason());
  }

  private Stats.Pool pool() {
    return source.stats().pool();
  }

  private <T> @Nullable T resizes(Function<Stats.Resizes, @Nullable T> what) {
    Stats.Resizes resizes = pool().resizes();
    return resizes == null ? null : what.apply(resizes);
  }
}
