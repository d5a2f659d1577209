package tailgate.server.connection;

/**
 * How much one connection may do before other connections are served.
 *
 * <p>A non-blocking channel shares its thread with others. A client that pipelines faster than it
 * is answered, or that takes a large file as fast as it is read, could keep that thread forever. So
 * when its budget is spent, the connection goes to the end of the queue. A blocking channel does
 * not share its thread, so its budget is unlimited.
 *
 * <p>Confined to the owner of the connection.
 */
final class FairnessBudget {

  /** Writes in one call of {@link ResponseWriter#send}. */
  private static final int MAX_WRITES = 4;

  /**
   * Responses to pipelined requests, after which nothing more is read. This does not bound the
   * responses: requests that were read before are still answered.
   */
  private static final int MAX_RESPONSES = 256;

  private final boolean blocking;

  /** Responses since the budget began. */
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

  /** Whether nothing more may be read now, because the limit of responses is reached. */
  boolean isSpent() {
    return !blocking && responses >= MAX_RESPONSES;
  }

  /** Whether there may be another write after so many. */
  boolean allowsWrite(int writes) {
    return blocking || writes < MAX_WRITES;
  }
}
