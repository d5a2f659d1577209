package tailgate.adaptivepool.policy;

/**
 * Decides how many workers a pool should have. A policy is a pure function of the sample, so that
 * it can be tested, replayed and compared without a thread. Everything it needs to know belongs in
 * {@link PoolSample}.
 *
 * <p>A policy that has to remember something is still pure: it is an immutable value, and to
 * remember it makes a new one. For each sample the pool first replaces its policy by the one {@link
 * #after} the sample, and then asks that one to {@link #decide}.
 */
@FunctionalInterface
public interface ScalingPolicy {
  /**
   * Decides on one sample. Called by one thread at a time, which is the pool's monitor: once an
   * interval and, if the interval is longer than 8 ms, at most about 125 times a second unless the
   * pool grows. It must not block: while it runs, the pool keeps its size. The pool's {@code stop}
   * interrupts it. After an exception the pool keeps its size too. In a pool without a monitor each
   * submitter calls it, with each task, and a policy that blocks is not interrupted.
   */
  Decision decide(PoolSample sample);

  /** The policy that has seen this sample too. A policy that remembers nothing returns itself. */
  default ScalingPolicy after(PoolSample seen) {
    return this;
  }
}
