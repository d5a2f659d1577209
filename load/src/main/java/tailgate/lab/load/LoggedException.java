package tailgate.lab.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An exception with its stack trace in a log, the first one of its class and message. Immutable.
 *
 * @param type its class, with the package
 * @param message its first line; null if it has none
 * @param line of the log, from 1
 * @param count how often the log has it; a stage logs the first one of a kind only
 * @param origin the first frame of its trace, and what caused it
 */
public record LoggedException(
    String type, @Nullable String message, int line, long count, List<String> origin) {

  private static final Pattern HEAD =
      Pattern.compile("(?:Exception in thread \"[^\"]*\" )?((?:[\\w$]+\\.)+[\\w$]+)(?:: (.*))?");

  private static final Pattern THROWABLE = Pattern.compile(".*(Exception|Error|Throwable)");

  /** A frame, or the line for frames that are left out. */
  private static final Pattern FRAME = Pattern.compile("\\s+(at .+|\\.\\.\\. \\d+ .*)");

  private static final Pattern CAUSE = Pattern.compile("\\s*(Caused by|Suppressed): .*");

  private static final int MOST_ORIGINS = 3;

  private static final int LONGEST_MESSAGE = 150;

  public LoggedException {
    origin = List.copyOf(origin);
  }

  /** Finds the exceptions of a log, in the order of their lines. */
  public static List<LoggedException> in(List<String> lines) {
    Map<String, LoggedException> kinds = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher head = HEAD.matcher(lines.get(i));
      if (isHead(lines, i) && head.matches()) {
        kinds.merge(
            head.group(1) + ": " + head.group(2),
            new LoggedException(head.group(1), cut(head.group(2)), i + 1, 1, origin(lines, i + 1)),
            (first, again) -> first.again());
      }
    }
    return List.copyOf(kinds.values());
  }

  /** Whether this line of a log belongs to an exception or its trace. */
  public static boolean hasPart(List<String> lines, int index) {
    return isOfTrace(lines.get(index)) || isHead(lines, index);
  }

  private static boolean isHead(List<String> lines, int index) {
    Matcher head = HEAD.matcher(lines.get(index));
    boolean hasTrace = index + 1 < lines.size() && isOfTrace(lines.get(index + 1));
    // The JVM leaves out the traces of exceptions that its code throws often.
    return head.matches() && (hasTrace || THROWABLE.matcher(head.group(1)).matches());
  }

  private static boolean isOfTrace(String line) {
    return FRAME.matcher(line).matches() || CAUSE.matcher(line).matches();
  }

  private static List<String> origin(List<String> lines, int from) {
    List<String> origin = new ArrayList<>();
    for (int i = from; i < lines.size() && isOfTrace(lines.get(i)); i++) {
      if (i == from || (CAUSE.matcher(lines.get(i)).matches() && origin.size() < MOST_ORIGINS)) {
        origin.add(lines.get(i).strip());
      }
    }
    return origin;
  }

  private LoggedException again() {
    return new LoggedException(type, message, line, count + 1, origin);
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null || text.length() <= LONGEST_MESSAGE
        ? text
        : text.substring(0, LONGEST_MESSAGE) + "…";
  }

  /** Returns the type without its package and the message: {@code IllegalStateException: boom}. */
  @Override
  public String toString() {
    String name = type.substring(type.lastIndexOf('.') + 1);
    return message == null ? name : name + ": " + message;
  }
}
