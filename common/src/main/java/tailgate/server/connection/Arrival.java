package tailgate.server.connection;

/** The result of a read from a connection's socket. */
public enum Arrival {
  /** Nothing has arrived. */
  NOTHING,
  /** Bytes, or the end of the client's side: a worker has to handle it. */
  SOMETHING,
  /** The end, between two requests: the connection is closed. */
  CLOSED
}
