package tailgate.lab.candidate;

import java.io.IOException;

/** Says that the clients can open no more connections, whatever the server is. */
final class OwnLimitException extends IOException {

  private static final long serialVersionUID = 1;

  OwnLimitException(IOException cause) {
    super(cause.getMessage(), cause);
  }

  /** Whether an error is a limit of clients: EMFILE of descriptors or EADDRNOTAVAIL of ports. */
  static boolean isOurs(IOException e) {
    String words = String.valueOf(e.getMessage());
    return words.contains("Too many open files") || words.contains("Cannot assign requested");
  }
}
