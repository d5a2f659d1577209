package tailgate.server.connection;

/** What a connection waits for before it can go on. */
public enum Interest {
  /** Bytes of the client. */
  READ,
  /** Room in the socket, or its turn after other connections. */
  WRITE,
  /** Work that the handler has given to another thread. */
  WORK,
  /** Nothing: it is closed. */
  NONE
}
