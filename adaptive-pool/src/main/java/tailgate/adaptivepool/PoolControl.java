package tailgate.adaptivepool;

/**
 * What the {@link Scaler} needs of a pool: a reading of its counters, and workers to start and
 * retire. The real one is {@link LivePoolControl}. Tests have a simulated one, and run the same
 * scaler, sampler and policies on it.
 */
interface PoolControl {

  Reading read();

  /**
   * Starts workers.
   *
   * @return how many were started; fewer than wanted if no more were available
   */
  int start(int wanted);

  /**
   * Retires so many workers, each when it finds nothing to do. The number replaces an earlier one;
   * 0 cancels the retirements that have not happened.
   *
   * @param useless whether they are to leave even if tasks are queued, each when its task has ended
   */
  void retire(int workers, boolean useless);
}
