package tailgate.server.buffer;

import java.io.IOException;

/**
 * The bytes of a request do not fit into the {@link RequestMemory}. It has no stack trace, because
 * it is thrown when memory is short, perhaps thousands of times.
 */
public final class OutOfRequestMemoryException extends IOException {

  private static final long serialVersionUID = 1;

  OutOfRequestMemoryException() {
    super("no memory for more of a request");
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
