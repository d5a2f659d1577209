package tailgate.server.connection;

/** What a connection waits for before it can go on. */
public enum Interest {
  /** The connection waits for bytes of the client. */
  READ,
  /** The connection waits for room in the socket, or its turn after others. */
  WRITE,
  /** The connection waits for work that the handler has given to another thread. */
  WORK,
  /** The connection waits for nothing: it is closed. */
  NONE
}
