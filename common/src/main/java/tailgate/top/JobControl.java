package tailgate.top;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whose the terminal is: a shell lends it to one of its jobs at a time, and whoever else writes to
 * it spoils what that one shows. What is found here is Linux's; where that cannot be asked,
 * everybody is in the foreground.
 */
final class JobControl {

  private static final Path STATUS = Path.of("/proc/self/stat");
  private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

  // Fields of the status after the name, counted from 0 (proc(5)).

  private static final int GROUP = 2;
  private static final int TERMINAL = 4;
  private static final int FOREGROUND_GROUP = 5;

  /** The number of the terminal that there is not; a pipe's, and that of who has none. */
  private static final long NONE = 0;

  private JobControl() {}

  /** Whether standard output is to be written to now. */
  static boolean inForeground() {
    try {
      long terminal = ((Number) Files.getAttribute(STANDARD_OUTPUT, "unix:rdev")).longValue();
      return inForeground(Files.readString(STATUS), terminal);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return true;
    }
  }

  /**
   * The same of a process with this status.
   *
   * @param terminal the number of the one that it writes to; where that is none, 0, or not the one
   *     that controls it, no shell has a say
   * @throws IllegalArgumentException if it is no status
   */
  static boolean inForeground(String status, long terminal) {
    String[] fields = status.substring(status.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length <= FOREGROUND_GROUP) {
      throw new IllegalArgumentException("no status: " + status);
    }
    return Long.parseLong(fields[TERMINAL]) != terminal
        || terminal == NONE
        || fields[GROUP].equals(fields[FOREGROUND_GROUP]);
  }
}
