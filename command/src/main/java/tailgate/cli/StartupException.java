package tailgate.cli;

import java.io.IOException;

/** Why the server cannot start, in one line for the user. */
public final class StartupException extends RuntimeException {

  private static final long serialVersionUID = 1;

  StartupException(String message) {
    super(message);
  }

  StartupException(String message, Throwable cause) {
    super(message, cause);
  }

  /** States what failed, and why, in plain words instead of class names. */
  public StartupException(String what, IOException cause) {
    this(what + ": " + CommandErrors.why(cause), (Throwable) cause);
  }

  /**
   * States that a port cannot be had, and what to do if somebody else has it.
   *
   * @param option by which another one can be chosen
   */
  static StartupException cannotListen(String where, String option, IOException cause) {
    String why = CommandErrors.why(cause);
    String advice =
        why.endsWith("in use")
            ? "; stop what listens there, or choose another by " + option + ", 0 for any free one"
            : "";
    return new StartupException(
        "cannot listen on " + where + ": " + why + advice, (Throwable) cause);
  }
}
