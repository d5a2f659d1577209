package tailgate.lab.hyperfoil;

/**
 * One request of a live load. Times are nanoseconds of the recorder's clock. All mutable fields are
 * guarded by the {@link LiveRecorder}.
 */
final class LiveRequest {

  /** It has not happened yet. */
  static final long NOT_YET = -1;

  final long due;

  /** How often the recorder had been reset when it was due: it counts as long as that is true. */
  final int era;

  long sent = NOT_YET;
  long ended = NOT_YET;
  LiveOutcome outcome = LiveOutcome.ANSWERED;

  /** Whether a user was free when it was due. */
  boolean hadUser;

  LiveRequest(long due, int era) {
    this.due = due;
    this.era = era;
  }

  boolean inFlight() {
    return ended == NOT_YET;
  }

  /** How long it took, or has lasted until now. */
  long age(long now) {
    return (inFlight() ? now : ended) - due;
  }

  /** Whether its time is a latency: it is answered, is not ended yet, or nobody ever answered. */
  boolean hasLatency() {
    return inFlight() || outcome == LiveOutcome.ANSWERED || outcome == LiveOutcome.TIMED_OUT;
  }
}
