package tailgate.adaptivepool.policy;

/** Why a {@link ScalingPolicy} decides as it does, as one of a few words that can be counted. */
public enum Cause {
  /** Tasks would wait too long for the workers there are. */
  BACKLOG,

  /** The queue is filled beyond a threshold. */
  QUEUE_DEPTH,

  /** Tasks take longer than a threshold. */
  LATENCY,

  /** No worker is free and a task is queued. */
  ALL_BUSY,

  /** More workers would only compete for the processors. */
  PROCESSORS_BUSY,

  /** More workers have not raised the throughput: something behind them is the bottleneck. */
  BOTTLENECK,

  /** Fewer workers are tried, to see whether they do as much. */
  TRIAL,

  /** There are more workers than the work needs. */
  CALM,

  /** There is no cause for a change. */
  STEADY,

  /** The policy has thrown an exception; only the pool's bounds are applied. */
  POLICY_FAILED,

  /** A cause of a policy's own; its reason says more. */
  OTHER;

  /**
   * Whether surplus workers leave when their task has ended, although tasks are queued. Otherwise
   * they leave when they find the queue empty.
   */
  public boolean isAtOnce() {
    return this == BOTTLENECK || this == TRIAL;
  }
}
