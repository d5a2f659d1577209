package tailgate.trace;

import jdk.jfr.FlightRecorder;

/**
 * Whether a flight recording takes our events: a check of two flags.
 *
 * <p>The event classes are initialized only when there is a recorder, because then JFR reads and
 * registers them. That would happen at the first request and take a quarter of its time.
 *
 * <p>Thread-safe.
 */
final class RecordingState {

  /** Never committed, only asked whether they are enabled. */
  private static final class Samples {
    static final ConnectionEvent CONNECTION = new ConnectionEvent();
    static final RequestEvent REQUEST = new RequestEvent();
  }

  private RecordingState() {}

  static boolean takesConnections() {
    return FlightRecorder.isInitialized() && Samples.CONNECTION.isEnabled();
  }

  static boolean takesRequests() {
    return FlightRecorder.isInitialized() && Samples.REQUEST.isEnabled();
  }
}
