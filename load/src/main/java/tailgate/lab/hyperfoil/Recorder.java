package tailgate.lab.hyperfoil;

/**
 * Is told what becomes of each request of a load. Times are nanoseconds of the clock of the load.
 * Thread-safe.
 */
interface Recorder {

  /** Records that a request leaves now, for the first time. */
  void departed(RequestState state, long now);

  /** Records an answer that has arrived now, and whose status is no failure. */
  void answered(RequestState state, long now);

  /** Records a request that got another answer, or none until the time-out. */
  void failed(RequestState state, long now);

  /** Records a request that still waits when the load is over. */
  void unanswered(RequestState state, long now);

  /** Records a request that is given up, because no user was free for it. */
  void unsent(long number, long due, long now);
}
