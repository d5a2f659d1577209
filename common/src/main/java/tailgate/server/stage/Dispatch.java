package tailgate.server.stage;

/** What a stage's executor is given. */
public enum Dispatch {
  /**
   * A connection, once. A thread of the executor blocks on the connection until the connection
   * closes. So a client that idles between requests, sends slowly, or reads slowly occupies that
   * thread.
   */
  CONNECTION,

  /**
   * A connection on which bytes have arrived. The worker answers every complete request among them
   * and gives the connection back to the reactor, which watches all connections that wait.
   */
  REQUEST
}
