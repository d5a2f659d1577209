package tailgate.lab;

/** A failure that the user can act on. The message is shown as it is, without a stack trace. */
public class LabException extends Exception {

  private static final long serialVersionUID = 1;

  public LabException(String message) {
    super(message);
  }

  public LabException(String message, Throwable cause) {
    super(message, cause);
  }
}
