package tailgate.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Reads small files in which the kernel or a JVM says something, if it does. */
public final class KernelFile {

  private KernelFile() {}

  /** Returns the lines of a file; none if there is no such file, or its process has ended. */
  public static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * Returns for how long some task has waited for a resource (PSI); empty without its line.
   *
   * @param lines of which one is {@code some avg10=… avg60=… avg300=… total=MICROSECONDS}
   */
  public static OptionalDouble pressureMillis(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("some "))
        .mapToDouble(line -> Double.parseDouble(line.replaceFirst(".*total=", "")) / 1e3)
        .findFirst();
  }

  /** Reads a file that is one whole number; empty if it is not. */
  static OptionalLong number(Path file) {
    return lines(file).stream()
        .filter(line -> line.matches("-?\\d+"))
        .mapToLong(Long::parseLong)
        .findFirst();
  }
}
