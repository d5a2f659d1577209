package tailgate.queue;

/** Why an item that was taken from a queue is not worth performing any more. */
public enum Lateness {
  /** The queue is overloaded, and the item has waited longer than {@link CoDel} tolerates. */
  CODEL,

  /** It has waited longer than anybody waits for it, overload or not. */
  DEADLINE
}
