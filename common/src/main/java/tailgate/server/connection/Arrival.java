package tailgate.server.connection;

/** What a look at a connection's socket brought. */
public enum Arrival {
  /** Nothing. */
  NOTHING,
  /** Bytes, or the end of the client's side: a worker has to look at it. */
  SOMETHING,
  /** The end, between two requests: the connection is closed. */
  CLOSED
}
