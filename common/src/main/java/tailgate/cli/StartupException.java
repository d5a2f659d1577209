package tailgate.cli;

import org.jspecify.annotations.Nullable;

/** Why the server cannot start, in one line for the user. */
final class StartupException extends RuntimeException {

  private static final long serialVersionUID = 1;

  StartupException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
