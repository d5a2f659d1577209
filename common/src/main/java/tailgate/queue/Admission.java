package tailgate.queue;

/** The answer of a {@link BoundedQueue} to a producer that offers an item. */
public enum Admission {
  /** Accepted. At least as many consumers wait as there are items, so one of them will take it. */
  AWAITED,

  /** Accepted, but there are now more items than waiting consumers: it waits until one is free. */
  BACKLOG,

  /** Refused: the queue holds as many items as it can. */
  FULL,

  /** Refused: the queue is closed, and stays closed. */
  CLOSED
}
