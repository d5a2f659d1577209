package tailgate.adaptivepool.policy;

/**
 * How many workers a pool should have: the question that this package exists to ask. The answer is
 * a pure function of the sample, so that a policy can be tested, replayed and compared without a
 * thread; whatever it needs to know belongs into {@link PoolSample}.
 *
 * <p>A policy that has to remember is still one: it is an immutable value, and remembering makes
 * another. For each sample the pool first replaces its policy by {@link #having} seen it, and then
 * asks that one to {@link #decide}.
 */
@FunctionalInterface
public interface ScalingPolicy {
  /**
   * Decides on one sample. Called by the pool's monitor thread only, once an interval and, if it is
   * longer than 8 ms, about 125 times a second at most unless the pool grows. It must not block:
   * while it does, the pool keeps its size. The pool's {@code shutdownNow} interrupts it. An
   * exception counts as "leave everything as it is".
   */
  Decision decide(PoolSample sample);

  /** The policy that has seen this sample too. One that remembers nothing stays itself. */
  default ScalingPolicy having(PoolSample seen) {
    return this;
  }
}
