package tailgate.lab.hyperfoil;

/** How a request of a live load ended. */
public enum LiveOutcome {
  /** With status 200. */
  ANSWERED,
  /** With status 503. */
  REFUSED,
  /** With another status, or the connection could not be made or was broken off. */
  FAILED,
  /** It had no answer in time, and counts as failed. */
  TIMED_OUT
}
