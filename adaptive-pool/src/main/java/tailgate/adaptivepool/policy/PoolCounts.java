package tailgate.adaptivepool.policy;

/**
 * A pool's workers and tasks at one instant. Every worker is in exactly one place:
 *
 * <pre>workers = idle + busy + retiring</pre>
 *
 * @param workers threads that have been started and have not left
 * @param idle workers that wait for a task
 * @param retiring workers that have been released and are on their way out
 * @param queued tasks that no worker has taken yet
 */
public record PoolCounts(int workers, int idle, int retiring, int queued) {
  /** Asserts the identity: {@link #busy()} is the rest, and no rest is negative. */
  public PoolCounts {
    assert idle >= 0 && retiring >= 0 && queued >= 0 && idle + retiring <= workers
        : workers + " workers, " + idle + " idle, " + retiring + " retiring, " + queued + " queued";
  }

  /** Workers that perform a task, or are on their way to the queue or from it. */
  public int busy() {
    return workers - idle - retiring;
  }

  /** Workers that the pool can count on: all but the retiring. */
  public int staying() {
    return workers - retiring;
  }

  /**
   * Queued tasks for which no worker waits; a worker that was woken and has not run yet counts as
   * waiting.
   */
  public int backlog() {
    return Math.max(0, queued - idle);
  }
}
