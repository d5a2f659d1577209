package tailgate.lab.hyperfoil;

/**
 * Is told what becomes of each request of a load. Times are nanoseconds of the clock of the load.
 * Thread-safe.
 */
interface Recorder {

  /** Records that a request leaves now, for the first time. */
  void departed(RequestState state, long now);

  /** Records an answer of status 200 that has arrived now. */
  void answered(RequestState state, long now);

  /** Records a request that got another answer than 200, or none until the time-out. */
  void failed(RequestState state, long now);

  /** Records a request that still waits when the load is over. */
  void unanswered(RequestState state, long now);
}
