package tailgate.adaptivepool;

/**
 * How many workers a pool should have: the question that this package exists to ask. The answer is
 * a pure function of the sample, so that a policy can be tested, replayed and compared without a
 * thread; whatever it needs to know belongs into {@link PoolSample}.
 */
@FunctionalInterface
public interface ScalingPolicy {
  /**
   * Decides on one sample. Called by the pool's monitor thread only, some hundred times a second at
   * most. An exception counts as "leave everything as it is".
   */
  Decision decide(PoolSample sample);
}
