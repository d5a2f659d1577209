package tailgate.http;

/**
 * Answers requests. One handler serves all connections of a server, so it must be thread-safe.
 *
 * <p>It may block: what that costs is what the stages are compared by.
 */
@FunctionalInterface
public interface Handler {

  /**
   * Answers one request.
   *
   * @param request valid only until this returns
   * @throws Exception anything that goes wrong; the client is told 500
   */
  Response handle(Request request) throws Exception;
}
