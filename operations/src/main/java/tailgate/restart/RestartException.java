package tailgate.restart;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Why a server was not replaced, in one line for the user. */
public final class RestartException extends Exception {

  private static final long serialVersionUID = 1;

  RestartException(String message) {
    super(message);
  }

  /** The line for the user, from the exception with which a future has ended. */
  public static String reason(Throwable e) {
    boolean wrapped = e instanceof CompletionException || e instanceof ExecutionException;
    Throwable cause = wrapped && e.getCause() != null ? e.getCause() : e;
    return cause instanceof RestartException
        ? String.valueOf(cause.getMessage())
        : cause.toString();
  }
}
