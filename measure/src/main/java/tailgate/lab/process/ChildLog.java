package tailgate.lab.process;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tailgate.lab.load.LoggedException;

/**
 * The file for a child's stdout and stderr. Its first line is the command, so that it can be
 * repeated.
 */
public record ChildLog(Path file) {

  private static final int TAIL_LINES = 10;

  /** So many last lines are shown beside exceptions, which say more. */
  private static final int FEWER_LINES = 3;

  private static final int MOST_EXCEPTIONS = 5;

  /** Returns a process, not yet started, that writes to this file. */
  public ProcessBuilder process(List<String> command) throws IOException {
    Files.writeString(file, "$ " + String.join(" ", command) + "\n");
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile()));
  }

  private List<String> lines() throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
  }

  /** Returns the last line of the log; empty if the file cannot be read. */
  public String lastLine() {
    try {
      List<String> lines = lines();
      return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns the exceptions in the log, each kind once; none if the file cannot be read. */
  public List<LoggedException> exceptions() {
    try {
      return LoggedException.in(lines());
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * Returns the first exception of each kind and the last other lines, indented, on lines of their
   * own, ready to be put after an error message.
   */
  public String tail() {
    List<String> lines;
    try {
      lines = lines();
    } catch (IOException e) {
      return "\n  (" + file + " cannot be read: " + e.getMessage() + ")";
    }
    List<LoggedException> exceptions = LoggedException.in(lines);
    List<String> plain =
        IntStream.range(0, lines.size())
            .filter(i -> !LoggedException.hasPart(lines, i))
            .mapToObj(lines::get)
            .toList();
    int last = exceptions.isEmpty() ? TAIL_LINES : FEWER_LINES;
    StringBuilder tail = new StringBuilder();
    if (!exceptions.isEmpty()) {
      append(tail, file + " has, for the first time:", inWords(exceptions));
    }
    append(
        tail,
        exceptions.isEmpty() ? file + " ends with:" : "and it ends with:",
        plain.subList(Math.max(0, plain.size() - last), plain.size()));
    return tail.toString();
  }

  private static List<String> inWords(List<LoggedException> exceptions) {
    List<String> words = new ArrayList<>();
    for (LoggedException exception : exceptions.stream().limit(MOST_EXCEPTIONS).toList()) {
      String times = exception.count() == 1 ? "" : format(" (%d times)", exception.count());
      words.add(format("line %d: %s%s", exception.line(), exception, times));
      exception.origin().forEach(line -> words.add("  " + line));
    }
    if (exceptions.size() > MOST_EXCEPTIONS) {
      words.add(format("and %d other kinds", exceptions.size() - MOST_EXCEPTIONS));
    }
    return words;
  }

  private static void append(StringBuilder text, String title, List<String> lines) {
    text.append("\n  ").append(title);
    lines.forEach(line -> text.append("\n  | ").append(line));
  }
}
