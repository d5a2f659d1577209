package tailgate.soak;

/** What became of a request that was sent on a connection that looked open. */
sealed interface Outcome {

  /**
   * A whole response.
   *
   * @param right whether it is the right one
   * @param closes whether the server said that it closes the connection
   * @param what the response in short
   */
  record Answered(boolean right, boolean closes, String what) implements Outcome {}

  /** No byte of a response. */
  record Lost(String why) implements Outcome {}

  /**
   * No response, or part of one, but the client had been silent for so long that the server may
   * have ended the connection: the client's machine was busy with something else.
   */
  record Late() implements Outcome {}

  /** Part of a response. */
  record Cut(String why) implements Outcome {}
}
