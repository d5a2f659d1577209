package tailgate.lab.run;

import tailgate.lab.LabException;

/**
 * The handler, which is the same at every stage, could not be loaded or did not answer its first
 * request with 200. The message is one line.
 */
public final class HandlerException extends LabException {

  private static final long serialVersionUID = 1;

  public HandlerException(String message) {
    super(message);
  }
}
