package tailgate.adaptivepool;

/**
 * The mechanism of a pool as far as the {@link Scaler} needs it: instruments to read, and workers
 * that come and go. The real one is {@link LiveWorkforce}; tests have a simulated one, and run the
 * same scaler, sampler and policies on it.
 */
interface Workforce {

  /** Reads all instruments. */
  Reading read();

  /**
   * Adds workers.
   *
   * @return how many came; fewer than asked for if there were no more to be had
   */
  int hire(int wanted);

  /**
   * Lets that many workers go, each when it finds nothing to do. The number replaces one given
   * earlier; 0 takes back what has not been used.
   */
  void dismiss(int workers);
}
