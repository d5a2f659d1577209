package tailgate.server;

/**
 * How much one connection may do before others get their turn.
 *
 * <p>On a non-blocking channel others wait for the same thread. A client that pipelines faster than
 * it is answered, or takes a large file as fast as it is read, could keep that thread for ever; so
 * after its turn it gets to the end of the line. On a blocking channel the thread is the
 * connection's own, and the turn never ends.
 *
 * <p>Confined to the owner of the connection.
 */
final class FairnessBudget {

  /** Writes of what a response is sent in. */
  private static final int MOST_WRITES = 4;

  /** Responses to pipelined requests. */
  private static final int MOST_RESPONSES = 256;

  private final boolean blocking;

  /** Responses since the turn began. */
  private int responses;

  FairnessBudget(boolean blocking) {
    this.blocking = blocking;
  }

  void begin() {
    responses = 0;
  }

  void responded() {
    responses++;
  }

  /** Whether more may be read, which will want responses too. */
  boolean allowsRead() {
    return blocking || responses < MOST_RESPONSES;
  }

  /** Whether there may be another write after so many. */
  boolean allowsWrite(int writes) {
    return blocking || writes < MOST_WRITES;
  }
}
