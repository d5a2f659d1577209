package tailgate.restart;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The command line of this process, with the options of the JVM. */
public final class OwnCommand {

  /** {@link ProcessHandle} shows only its first 4 KiB. */
  private static final Path LINUX = Path.of("/proc/self/cmdline");

  private OwnCommand() {}

  /**
   * Reads the program and its arguments.
   *
   * @throws IOException if this system does not show it
   */
  public static List<String> read() throws IOException {
    if (Files.isReadable(LINUX)) {
      String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
      return parse(new String(Files.readAllBytes(LINUX), Charset.forName(encoding)));
    }
    ProcessHandle.Info info = ProcessHandle.current().info();
    String program = info.command().orElseThrow(OwnCommand::unknown);
    String[] arguments = info.arguments().orElseThrow(OwnCommand::unknown);
    return Stream.concat(Stream.of(program), Arrays.stream(arguments)).toList();
  }

  private static IOException unknown() {
    return new IOException("this system does not tell the command line of a process");
  }

  /** Each argument ends with NUL; an argument may be empty. */
  static List<String> parse(String arguments) {
    List<String> all = Arrays.asList(arguments.split("\0", -1));
    return List.copyOf(all.subList(0, all.size() - 1));
  }
}
