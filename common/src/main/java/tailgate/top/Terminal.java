package tailgate.top;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The terminal that standard output is, if it is one.
 *
 * @param colours whether to use them: unless {@code NO_COLOR} is set (no-color.org)
 * @param measured asks for its size
 * @param foreground asks whether it is this process's at the moment, and not that of its shell
 */
public record Terminal(
    boolean colours, Supplier<Optional<Size>> measured, BooleanSupplier foreground) {

  /** In characters. */
  public record Size(int columns, int rows) {}

  /** Of those that know no size, such as a serial line. */
  private static final Size USUAL = new Size(80, 24);

  /** Narrower ones are drawn to as if they were so wide. */
  private static final int LEAST_COLUMNS = 20;

  /** Java has no word for either question. To ask costs a few milliseconds. */
  private static final String[] ASK = {"sh", "-c", "test -t 1 && stty size <&1 >&2"};

  /**
   * Standard output; empty if that is a file or a pipe, or a terminal that obeys nothing.
   *
   * @param environment the process's
   */
  public static Optional<Terminal> ofStandardOutput(Map<String, String> environment) {
    String kind = environment.getOrDefault("TERM", "dumb");
    if (kind.equals("dumb") || size().isEmpty()) {
      return Optional.empty();
    }
    boolean colours = environment.getOrDefault("NO_COLOR", "").isEmpty();
    return Optional.of(new Terminal(colours, Terminal::size, JobControl::inForeground));
  }

  /** Its size now. */
  public Size measure() {
    Size size = measured.get().orElse(USUAL);
    return new Size(
        size.columns == 0 ? USUAL.columns : Math.max(LEAST_COLUMNS, size.columns),
        size.rows == 0 ? USUAL.rows : size.rows);
  }

  /** Empty if standard output is no terminal. */
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
    } catch (IOException e) { // no such program: no such system
      return Optional.empty();
    }
  }

  /** From {@code "24 80"}. */
  static Optional<Size> size(@Nullable String answer) {
    if (answer == null || !answer.matches("\\d{1,5} \\d{1,5}")) {
      return Optional.empty();
    }
    String[] numbers = answer.split(" ", -1);
    return Optional.of(new Size(Integer.parseInt(numbers[1]), Integer.parseInt(numbers[0])));
  }
}
