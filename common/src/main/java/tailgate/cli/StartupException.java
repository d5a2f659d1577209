package tailgate.cli;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** Why the server cannot start, in one line for the user. */
final class StartupException extends RuntimeException {

  private static final long serialVersionUID = 1;

  StartupException(String message) {
    super(message);
  }

  StartupException(String message, Throwable cause) {
    super(message, cause);
  }

  /** States what failed, and why, in plain words instead of class names. */
  StartupException(String what, IOException cause) {
    this(what + ": " + why(cause), (Throwable) cause);
  }

  private static String why(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> "it does not exist";
      case NotDirectoryException file -> "it is not a folder";
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      case CharacterCodingException garbled -> "it is not UTF-8";
      case UnknownHostException unknown -> "unknown host";
      default -> Objects.requireNonNullElse(e.getMessage(), e.toString());
    };
  }
}
