package tailgate.lab.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The file for a child's stdout and stderr. Its first line is the command, so that it can be
 * repeated.
 */
public record ChildLog(Path file) {

  private static final int TAIL_LINES = 10;

  /** A process, not yet started, that writes to this file. */
  public ProcessBuilder process(List<String> command) throws IOException {
    Files.writeString(file, "$ " + String.join(" ", command) + "\n");
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile()));
  }

  /** The last lines, indented, on lines of their own, ready to be put after an error message. */
  public String tail() {
    String content;
    try {
      content = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "\n  (" + file + " cannot be read: " + e.getMessage() + ")";
    }
    List<String> lines = content.lines().toList();
    StringBuilder tail = new StringBuilder("\n  " + file + " ends with:");
    for (String line : lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size())) {
      tail.append("\n  | ").append(line);
    }
    return tail.toString();
  }
}
