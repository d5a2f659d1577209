package tailgate.lab.hyperfoil;

/** When the requests of an open load are due, one after the other. Confined to one thread. */
interface DueTimes {

  /** Returns when the next request is due, {@link Schedule#NEVER} if none is at present. */
  long next();

  /** Takes the next request and returns when it is due; there must be one. */
  long take();

  /** Is told that all requests that were due until now have been taken. */
  void takenUntil(long now);
}
