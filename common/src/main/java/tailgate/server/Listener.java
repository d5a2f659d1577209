package tailgate.server;

/** Accepts connections and sees that they are served: one for each kind of dispatch. */
sealed interface Listener permits ConnectionAcceptor, Reactor {

  /** Begins to accept. */
  void start();

  /** Tries again what failed a moment ago. Called in every sweep. */
  default void retry() {}

  /** Accepts no more and frees the port. What is open goes on. */
  void stopAccepting();

  /** Ends the thread. What is still open is no longer watched. */
  void stop() throws InterruptedException;
}
