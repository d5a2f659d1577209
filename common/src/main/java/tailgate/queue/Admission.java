package tailgate.queue;

/** The answer of a {@link BoundedQueue} to a producer that offers an item. */
public enum Admission {
  /** The item is accepted. A consumer waits for it: there are at least as many of them as items. */
  AWAITED,

  /** The item is accepted, and waits: there are now more items than waiting consumers. */
  BACKLOG,

  /** The item is refused: the queue holds as many items as it can. */
  FULL,

  /** The item is refused: the queue is closed, and stays closed. */
  CLOSED
}
