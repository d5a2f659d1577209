package tailgate.cli;

import picocli.CommandLine.Option;

/**
 * How many reactors feed the workers of a pool.
 *
 * <p>A reactor is one thread, and cannot use more than one processor. For each request it does
 * about a quarter of the work (it reads, and wakes a worker), with a new connection for each
 * request nearly half (it accepts, too): docs/results/more-cores. So one for two processors is
 * enough, and fewer would leave processors idle however many workers there are.
 */
public final class ReactorOptions {

  private static final int PROCESSORS_OF_ONE = 2;

  @Option(
      names = "--reactors",
      paramLabel = "N",
      order = -1,
      description = "Threads that watch idle connections. (one for two cores)")
  private int reactors = forCores(Runtime.getRuntime().availableProcessors());

  static int forCores(int cores) {
    return Math.max(1, cores / PROCESSORS_OF_ONE);
  }

  /** Returns the number that the user wants, in range or not. */
  public int reactors() {
    return reactors;
  }
}
