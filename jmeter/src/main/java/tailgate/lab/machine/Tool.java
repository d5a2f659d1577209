package tailgate.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Runs a command that ends at once. */
public final class Tool {

  private Tool() {}

  /** The output, stripped; empty if there is no such command or it failed. */
  public static Optional<String> output(String... command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(output.strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
