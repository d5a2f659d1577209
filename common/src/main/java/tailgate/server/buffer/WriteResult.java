package tailgate.server.buffer;

/** What one call of {@link WriteBuffer#write} has sent. */
public enum WriteResult {
  /** Everything has been sent. */
  ALL,
  /** A part, and the next call may send more at once. */
  SOME,
  /** The socket takes no more for now. */
  BLOCKED
}
