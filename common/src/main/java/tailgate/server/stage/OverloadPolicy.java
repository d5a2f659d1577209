package tailgate.server.stage;

/** What happens to a task, or a connection, beyond a bound. */
public enum OverloadPolicy {
  /**
   * The task or the connection waits until there is room: back-pressure, as in the Rust pool study
   * (docs/origins.md#rust-pool-study).
   *
   * <p>If an executor is full, the thread that submits the task waits. It accepts nobody meanwhile,
   * so the kernel's backlog fills. A reactor reads nothing either, so all connections that it
   * watches wait too.
   *
   * <p>A connection beyond the cap waits in the backlog: the accepting thread accepts no more. A
   * reactor goes on to serve the connections that are open.
   */
  BLOCK,

  /**
   * A client is answered 503 with {@code Retry-After} at once, without a worker. Only a connection
   * in the middle of a response waits, because a 503 would be a part of that response.
   */
  REJECT
}
