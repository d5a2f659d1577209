package tailgate.http;

/**
 * The content of error responses. Called for each response with an error status, on the thread that
 * answers. Must be thread-safe, and must not block longer than a handler may.
 */
@FunctionalInterface
public interface ErrorPages {

  /** The pages with which every error keeps its built-in text. */
  ErrorPages BUILT_IN = error -> error;

  /**
   * The error as it is sent: itself, or {@linkplain Response#withContent with other content}. Must
   * not throw, because no further error response is possible.
   */
  Response of(Response error);
}
