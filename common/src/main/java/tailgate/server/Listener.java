package tailgate.server;

import java.time.Duration;

/** Accepts connections and sees that they are served: one for each kind of dispatch. */
sealed interface Listener permits BlockingAcceptor, Reactor {

  /** How long {@link #stop} waits for a thread that is held up by a handler. */
  Duration STOP_TIMEOUT = Duration.ofSeconds(2);

  /** Begins to accept. */
  void start();

  /** Tries again what failed a moment ago. Called in every sweep. */
  default void retry() {}

  /** Accepts no more and frees the port. What is open goes on. */
  void stopAccepting();

  /** Ends the thread. What is still open is no longer watched. */
  void stop() throws InterruptedException;
}
