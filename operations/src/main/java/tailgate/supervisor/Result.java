package tailgate.supervisor;

/** Why a supervisor has ended. */
public sealed interface Result {

  /**
   * After a stop.
   *
   * @param orderly whether all processes that served have answered all requests
   */
  record Stopped(boolean orderly) implements Result {}

  /** It has given up. */
  record Failed(String reason) implements Result {}
}
