package tailgate.top;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The terminal behind standard output.
 *
 * @param colours whether to use them: unless {@code NO_COLOR} is set (no-color.org)
 * @param measured asks for its size
 * @param foreground asks whether this process may write to it now, or another job of the shell
 */
public record Terminal(
    boolean colours, Supplier<Optional<Size>> measured, BooleanSupplier foreground) {

  /** The size of a terminal in characters. */
  public record Size(int columns, int rows) {}

  /** The size that is assumed of a terminal that does not know its own, such as a serial line. */
  public static final Size USUAL = new Size(80, 24);

  /** A narrower terminal is drawn to as if it had so many. */
  private static final int LEAST_COLUMNS = 20;

  /** Java can ask neither question itself. This takes a few milliseconds. */
  private static final String[] ASK = {"sh", "-c", "test -t 1 && stty size <&1 >&2"};

  private static final Path STATUS = Path.of("/proc/self/stat");
  private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

  // Fields of the status after the name, counted from 0 (proc(5)).

  private static final int GROUP = 2;
  private static final int TERMINAL = 4;
  private static final int FOREGROUND_GROUP = 5;

  /**
   * Returns the terminal; nothing if standard output is a file or a pipe, or a terminal without
   * control sequences.
   */
  public static Optional<Terminal> ofStandardOutput(Map<String, String> environment) {
    if (environment.getOrDefault("TERM", "dumb").equals("dumb") || size().isEmpty()) {
      return Optional.empty();
    }
    boolean colours = environment.getOrDefault("NO_COLOR", "").isEmpty();
    return Optional.of(new Terminal(colours, Terminal::size, Terminal::inForeground));
  }

  public Size measure() {
    Size size = measured.get().orElse(USUAL);
    return new Size(
        size.columns == 0 ? USUAL.columns : Math.max(LEAST_COLUMNS, size.columns),
        size.rows == 0 ? USUAL.rows : size.rows);
  }

  private static Optional<Size> size() {
    try {
      Process asked =
          new ProcessBuilder(ASK)
              .redirectInput(Redirect.INHERIT)
              .redirectOutput(Redirect.INHERIT)
              .start();
      try (BufferedReader answer = asked.errorReader()) {
        return size(answer.readLine());
      }
    } catch (IOException e) { // a system without these programs
      return Optional.empty();
    }
  }

  /** Parses an answer such as {@code "24 80"}. */
  static Optional<Size> size(@Nullable String answer) {
    if (answer == null || !answer.matches("\\d{1,5} \\d{1,5}")) {
      return Optional.empty();
    }
    String[] numbers = answer.split(" ", -1);
    return Optional.of(new Size(Integer.parseInt(numbers[1]), Integer.parseInt(numbers[0])));
  }

  /** Known on Linux only; elsewhere always true. */
  static boolean inForeground() {
    try {
      long terminal = ((Number) Files.getAttribute(STANDARD_OUTPUT, "unix:rdev")).longValue();
      return inForeground(Files.readString(STATUS), terminal);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return true;
    }
  }

  /**
   * Whether a process may write to a terminal. A shell controls only the processes on its own
   * terminal.
   *
   * @param status of the process
   * @param terminal its number; 0 if it is none
   * @throws IllegalArgumentException if that is no status
   */
  static boolean inForeground(String status, long terminal) {
    String[] fields = status.substring(status.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length <= FOREGROUND_GROUP) {
      throw new IllegalArgumentException("no status: " + status);
    }
    return Long.parseLong(fields[TERMINAL]) != terminal
        || terminal == 0
        || fields[GROUP].equals(fields[FOREGROUND_GROUP]);
  }
}
