package tailgate.server.stage;

/** What happens to a task, or a connection, beyond a bound. */
public enum OverloadPolicy {
  /**
   * The submitter waits until there is room. The accepting thread then stops accepting, the
   * kernel's backlog fills, and clients wait: back-pressure, as in the Rust pool study
   * (docs/origins.md#rust-pool-study).
   */
  BLOCK,

  /** It is answered 503 with {@code Retry-After} at once, without a worker. */
  REJECT
}
