package tailgate.supervisor;

/** Why a supervisor has ended. */
public sealed interface Result {

  /**
   * The supervisor was stopped.
   *
   * @param orderly whether all processes that served have answered all requests
   */
  record Stopped(boolean orderly) implements Result {}

  /** The supervisor has given up. */
  record Failed(String reason) implements Result {}
}
