package tailgate.lab.hyperfoil;

/**
 * One request of a live load. Times are nanoseconds of the recorder's clock. All mutable fields are
 * guarded by the {@link LiveRecorder}.
 */
final class LiveRequest {

  /** Stands for the time of what has not happened yet. */
  static final long NOT_YET = -1;

  final long due;

  /** How often the recorder had been reset when this was due; counts until the next reset. */
  final int era;

  long sent = NOT_YET;
  long ended = NOT_YET;
  LiveOutcome outcome = LiveOutcome.ANSWERED;

  /** Whether a user was free when this request was due. */
  boolean hadUser;

  LiveRequest(long due, int era) {
    this.due = due;
    this.era = era;
  }

  boolean inFlight() {
    return ended == NOT_YET;
  }

  /** Returns how long this request took, or has lasted until now. */
  long age(long now) {
    return (inFlight() ? now : ended) - due;
  }

  /** Whether the age is a latency: of a request that is answered, not ended, or timed out. */
  boolean hasLatency() {
    return inFlight() || outcome == LiveOutcome.ANSWERED || outcome == LiveOutcome.TIMED_OUT;
  }
}
