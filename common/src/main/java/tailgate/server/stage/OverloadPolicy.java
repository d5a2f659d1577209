package tailgate.server.stage;

/** What is done with one task, or one connection, more than a bound allows. */
public enum OverloadPolicy {
  /**
   * Whoever brings it waits until there is room. The accepting thread then stops accepting, the
   * kernel's backlog fills, and clients wait: back-pressure, as in {@code
   * 000_3ec83fdda420552f.txt}.
   */
  BLOCK,

  /** It is answered 503 with {@code Retry-After} at once, without a worker. */
  REJECT
}
