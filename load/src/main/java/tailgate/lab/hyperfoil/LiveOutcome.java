package tailgate.lab.hyperfoil;

/** How a request of a live load ended. */
public enum LiveOutcome {
  /** The answer was no failure: in the race, its status was 200. */
  ANSWERED,
  /** The answer had status 503. */
  REFUSED,
  /** The answer had another status, or the connection could not be made or was broken off. */
  FAILED,
  /** There was no answer in time; this counts as failed. */
  TIMED_OUT
}
