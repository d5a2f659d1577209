package tailgate.http;

/**
 * What errors say to people. Asked for every response whose status is an error, by the thread that
 * answers, so it must be thread-safe and may block no longer than a handler may.
 */
@FunctionalInterface
public interface ErrorPages {

  /** Every error says the few words that it was made with. */
  ErrorPages BUILT_IN = error -> error;

  /**
   * The error as it is to be sent: itself, or {@linkplain Response#withContent with another
   * content}. Throws nothing, for nobody is left who could make an error of that.
   */
  Response of(Response error);
}
