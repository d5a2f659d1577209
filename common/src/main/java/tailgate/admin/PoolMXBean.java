package tailgate.admin;

import org.jspecify.annotations.Nullable;

/** The stage's workers in JMX, as {@code tailgate:type=Pool}. What a stage has not is null. */
public interface PoolMXBean {

  /** Threads there are. */
  @Nullable Integer getWorkers();

  /** Those at work. */
  @Nullable Integer getBusy();

  /** The fewest there may be. */
  @Nullable Integer getMin();

  /** The most there may be. */
  @Nullable Integer getMax();

  /** Tasks that wait. */
  @Nullable Integer getQueued();

  /** Tasks that may. */
  @Nullable Integer getCapacity();

  /** How often it grew. */
  @Nullable Long getGrown();

  /** How often it shrank. */
  @Nullable Long getShrunk();

  /** Why it last changed its size. */
  @Nullable String getLastReason();
}
