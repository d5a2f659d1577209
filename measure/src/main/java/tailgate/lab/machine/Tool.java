package tailgate.lab.machine;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a command that ends at once. */
public final class Tool {

  private Tool() {}

  /** Quotes texts, so that each is one word for sh(1). */
  public static String quoted(String... words) {
    return Stream.of(words)
        .map(word -> "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  /** Quotes texts in the same way. */
  public static String quoted(List<String> words) {
    return quoted(words.toArray(String[]::new));
  }

  /** Returns the output, stripped; empty if there is no such command or it failed. */
  public static Optional<String> output(String... command) throws InterruptedException {
    return output(new ProcessBuilder(command).redirectErrorStream(true));
  }

  /** Returns the standard output in the same way, and shows the user what else the command says. */
  public static Optional<String> answer(String... command) throws InterruptedException {
    return output(new ProcessBuilder(command).redirectError(Redirect.INHERIT));
  }

  private static Optional<String> output(ProcessBuilder command) throws InterruptedException {
    try {
      Ended ended = run(command);
      return ended.exit == 0 ? Optional.of(ended.output) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Says why a command fails: its first two lines in one, or that it is not there; else empty. */
  public static Optional<String> failure(List<String> command) throws InterruptedException {
    try {
      Ended ended = run(new ProcessBuilder(command).redirectErrorStream(true));
      return ended.exit == 0
          ? Optional.empty()
          : Optional.of(ended.output.lines().limit(2).collect(Collectors.joining("; ")));
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private record Ended(int exit, String output) {}

  private static Ended run(ProcessBuilder command) throws IOException, InterruptedException {
    Process process = command.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output.strip());
  }
}
