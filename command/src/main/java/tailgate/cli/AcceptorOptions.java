package tailgate.cli;

import picocli.CommandLine.Option;

/**
 * How many threads accept connections for a stage with dispatch by connection. With dispatch by
 * request they are reactors.
 *
 * <p>An acceptor is one thread, and cannot use more than one processor. With a new connection for
 * each request it does about a third of the work: docs/results/more-cores. So one for two
 * processors is enough, and fewer would leave processors idle. On connections that are kept one is
 * never the limit, unless it is a reactor.
 */
public final class AcceptorOptions {

  @Option(
      names = "--acceptors",
      paramLabel = "N",
      order = -1,
      description =
          "Threads that accept connections; with --dispatch request, that watch them. (one for"
              + " two cores)")
  private int acceptors = ReactorOptions.forCores(Runtime.getRuntime().availableProcessors());

  /** Returns the number that the user wants, in range or not. */
  public int acceptors() {
    return acceptors;
  }
}
