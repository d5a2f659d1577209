package tailgate.lab;

/** Something a person can act on. The message is shown as it is, without a stack trace. */
final class LabException extends Exception {

  private static final long serialVersionUID = 1;

  LabException(String message) {
    super(message);
  }

  LabException(String message, Throwable cause) {
    super(message, cause);
  }
}
