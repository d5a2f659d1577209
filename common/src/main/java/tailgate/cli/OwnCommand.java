package tailgate.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The command line of this process, to start another one like it. */
final class OwnCommand {

  /** The kernel's list, which is complete; {@link ProcessHandle} leaves long ones out. */
  private static final Path LINUX = Path.of("/proc/self/cmdline");

  private OwnCommand() {}

  /**
   * The program and its arguments.
   *
   * @throws IOException if this platform does not tell
   */
  static List<String> get() throws IOException {
    ProcessHandle.Info self = ProcessHandle.current().info();
    String program = self.command().orElseThrow(() -> new IOException("it is not known"));
    List<String> command = new ArrayList<>(List.of(program));
    if (Files.isReadable(LINUX)) {
      List<String> all = List.of(Files.readString(LINUX).split("\0", -1));
      command.addAll(all.subList(1, all.size() - 1)); // each one ends with a NUL
    } else {
      command.addAll(
          Arrays.asList(self.arguments().orElseThrow(() -> new IOException("it is not known"))));
    }
    return command;
  }
}
