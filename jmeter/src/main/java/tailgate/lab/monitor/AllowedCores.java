package tailgate.lab.monitor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** On how many cores a process may run: {@code Cpus_allowed_list} of proc_pid_status(5). */
final class AllowedCores {

  private static final String LIST = "Cpus_allowed_list:";

  private AllowedCores() {}

  /**
   * The number of cores; that of this JVM if the kernel does not say.
   *
   * @param process the folder of the process in {@code /proc}
   */
  static int of(Path process) throws IOException {
    Path status = process.resolve("status");
    if (!Files.exists(status)) {
      return Runtime.getRuntime().availableProcessors();
    }
    return in(Files.readAllLines(status))
        .orElseGet(() -> Runtime.getRuntime().availableProcessors());
  }

  /** The number of cores in the lines of {@code status}; empty if they do not say. */
  static OptionalInt in(List<String> status) {
    return status.stream()
        .filter(line -> line.startsWith(LIST))
        .mapToInt(line -> count(line.substring(LIST.length()).strip()))
        .findFirst();
  }

  /** The number of cores in a list such as {@code 0-2,5}. */
  private static int count(String list) {
    return Stream.of(list.split(",")).mapToInt(AllowedCores::width).sum();
  }

  private static int width(String range) {
    String[] ends = range.split("-", -1);
    return Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
  }
}
