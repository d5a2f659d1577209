package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.time.Duration;
import tailgate.lab.LabException;

/**
 * Waits for what an earlier load has left: connections whose clients have gone, with requests that
 * still wait for a worker. A handler that sleeps uses no processor meanwhile, so the machine is
 * quiet, and the next load would wait for them.
 */
final class Leftovers {

  /** The wait is as long as a pool of 100 needs for 10,000 requests of a second. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private static final Duration POLL = Duration.ofMillis(25);

  /** Asks a server for its connections. */
  @FunctionalInterface
  interface Connections {
    /** Returns how many connections are open. */
    long open() throws IOException;
  }

  /** Lets some time pass. */
  @FunctionalInterface
  interface Pause {
    void of(Duration time) throws InterruptedException;
  }

  private Leftovers() {}

  /**
   * Waits until no connection is open. A server that does not say it is not waited for.
   *
   * @throws LabException if some are left after two minutes
   */
  static void awaitNone(Connections server, Pause pause) throws LabException, InterruptedException {
    long left = open(server);
    for (long i = LONGEST.dividedBy(POLL); left > 0; i--) {
      if (i == 0) {
        throw new LabException(
            format(
                "%,d connections of the load before are still open after %d s",
                left, LONGEST.toSeconds()));
      }
      pause.of(POLL);
      left = open(server);
    }
  }

  private static long open(Connections server) {
    try {
      return server.open();
    } catch (IOException e) {
      return 0;
    }
  }
}
