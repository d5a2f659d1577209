package tailgate.lab.hyperfoil;

import org.jspecify.annotations.Nullable;

/**
 * One request of a live load. Times are nanoseconds of the recorder's clock. All mutable fields are
 * guarded by the {@link LiveRecorder}.
 */
final class LiveRequest {

  final long due;

  /** When the request left; null before that. */
  @Nullable Long sent;

  /** When the request ended; null before that, as is {@link #outcome}. */
  @Nullable Long ended;

  @Nullable LiveOutcome outcome;

  LiveRequest(long due) {
    this.due = due;
  }

  boolean inFlight() {
    return ended == null;
  }

  LiveView.Event event() {
    return new LiveView.Event(due, sent, ended, outcome);
  }
}
