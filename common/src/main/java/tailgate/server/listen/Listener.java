package tailgate.server.listen;

import java.time.Duration;

/** Accepts connections and gets them served; one class for each kind of dispatch. */
interface Listener {

  /** Begins to accept. */
  void start();

  /** Tries again what failed before. Called in every sweep, and when a connection was closed. */
  default void retry() {}

  /**
   * Begins to close the port: accepts the clients that the kernel has connected, and then no more.
   * Open connections stay open.
   *
   * @param quiet for how long nobody must have connected before the port is closed
   */
  void closePort(Duration quiet);

  /** Begins to stop accepting, at once: another process accepts from the same socket. */
  void leavePort();

  /**
   * Waits until the port is closed, and closes it if that takes too long.
   *
   * @param timeout negative is like zero
   * @return whether it was closed in time; else the thread that accepts closes it once it is free
   */
  boolean awaitClosedPort(Duration timeout) throws InterruptedException;

  /** Frees the descriptors of one that was not started. */
  void discard();

  /**
   * Begins to end the thread. Connections that are still open are no longer watched. Frees the
   * descriptors at once if it was not started.
   */
  void stop();

  /**
   * Waits until the thread has ended. A handler may block it for longer than this.
   *
   * @param timeout negative is like zero
   */
  void awaitStopped(Duration timeout) throws InterruptedException;
}
