package tailgate.trace;

import jdk.jfr.FlightRecorder;

/**
 * Whether the flight recorder takes our events: a look at two flags.
 *
 * <p>No class of an event is initialized before there is a recorder, because that makes JFR read
 * and describe it. It would be done for the first request, which is what one waits for at a start,
 * and took a quarter of that.
 *
 * <p>Thread-safe.
 */
final class RecordingState {

  /** Never committed: whether there would be a point in making another. */
  private static final class Samples {
    static final ConnectionEvent CONNECTION = new ConnectionEvent();
    static final RequestEvent REQUEST = new RequestEvent();
  }

  private RecordingState() {}

  /** Whether somebody records connections. */
  static boolean takesConnections() {
    return FlightRecorder.isInitialized() && Samples.CONNECTION.isEnabled();
  }

  /** Whether somebody records requests. */
  static boolean takesRequests() {
    return FlightRecorder.isInitialized() && Samples.REQUEST.isEnabled();
  }
}
