package tailgate.handoff;

/** What a {@link BoundedQueue} answers to whoever brings it an item. */
public enum Admission {
  /** Taken in, and at least as many takers wait as there are items: it will not be left lying. */
  AWAITED,

  /** Taken in, but there are now more items than waiting takers: it lies until one comes free. */
  BACKLOG,

  /** Not taken in: the queue holds as much as it can. */
  FULL,

  /** Not taken in: the queue is closed and stays so. */
  CLOSED
}
