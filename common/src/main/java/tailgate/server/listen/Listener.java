package tailgate.server.listen;

import java.time.Duration;

/** Accepts connections and gets them served; one class for each kind of dispatch. */
interface Listener {

  /** How long {@link #stop} waits for a thread that a handler blocks. */
  Duration STOP_TIMEOUT = Duration.ofSeconds(2);

  /** Begins to accept. */
  void start();

  /** Tries again what failed before. Called in every sweep, and when a connection was closed. */
  default void retry() {}

  /** Accepts no more and frees the port. Open connections go on. */
  void stopAccepting();

  /** Ends the thread. Connections that are still open are no longer watched. */
  void stop() throws InterruptedException;
}
