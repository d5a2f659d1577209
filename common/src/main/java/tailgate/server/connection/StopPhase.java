package tailgate.server.connection;

/**
 * The phase of the server's stop.
 *
 * <pre>
 *   SERVING --announce--> ANNOUNCED --after the grace--> ENDING_IDLE --time is up--> FORCED
 *             every response            connections without             all connections
 *          says Connection: close        a request are ended               are ended
 * </pre>
 *
 * <p>A connection is without a request until the head has arrived: half a head asks for nothing. A
 * request whose content is still arriving is waited for, as nginx does.
 *
 * <p>Thread-safe: the thread that stops the server writes, all others read.
 *
 * <p>Tests: DeadlineSweeperTest, and on real sockets StopContract.
 */
final class StopPhase {

  private enum Phase {
    SERVING,
    ANNOUNCED,
    ENDING_IDLE,
    FORCED
  }

  /** Volatile: written by the thread that stops the server, and only forward. */
  private volatile Phase phase = Phase.SERVING;

  /** How long a client must have had no request; written before the phase, which publishes it. */
  private long unaskedNanos;

  synchronized void announce() {
    if (phase == Phase.SERVING) {
      phase = Phase.ANNOUNCED;
    }
  }

  /** Ends connections from now on once they have had no request for so long. */
  synchronized void endIdle(long afterNanos) {
    if (phase.compareTo(Phase.ENDING_IDLE) < 0) {
      unaskedNanos = afterNanos;
      phase = Phase.ENDING_IDLE;
    }
  }

  synchronized void force() {
    phase = Phase.FORCED;
  }

  /** Whether each response is the last one of its connection. */
  boolean isAnnounced() {
    return phase != Phase.SERVING;
  }

  /** Whether a connection that has had no request for so long is ended. */
  boolean endsUnasked(long nanos) {
    return phase.compareTo(Phase.ENDING_IDLE) >= 0 && nanos >= unaskedNanos;
  }

  /** Whether every connection is ended. */
  boolean isForced() {
    return phase == Phase.FORCED;
  }
}
