package tailgate.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** A small file in which the kernel says something, if it does. */
final class KernelFile {

  private KernelFile() {}

  /** Its lines; none if this kernel has no such file, or this is not Linux. */
  static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** A file that is one whole number; empty if it is not. */
  static OptionalLong number(Path file) {
    return lines(file).stream()
        .filter(line -> line.matches("-?\\d+"))
        .mapToLong(Long::parseLong)
        .findFirst();
  }
}
