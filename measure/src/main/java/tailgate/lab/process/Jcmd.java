package tailgate.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;

/**
 * Asks a JVM of this user, by the {@code jcmd} of the Java that runs the lab, which can attach to
 * other versions of Java, too.
 */
public record Jcmd(long pid, Children children) {

  private static final Path PROGRAM = Path.of(System.getProperty("java.home"), "bin", "jcmd");

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /**
   * Checks that there is a jcmd; is called before anything starts.
   *
   * @param use what it is needed for, as {@code reads the heaps of the servers}
   * @throws LabException if this Java cannot look into others
   */
  public static void check(String use) throws LabException {
    if (!Files.isExecutable(PROGRAM)) {
      throw new LabException("no " + PROGRAM + ", which " + use + ": run this on a JDK");
    }
  }

  /**
   * Returns what the JVM says, after the line of the command.
   *
   * @param output gets it, too
   * @throws LabException if there is no such JVM, or it refuses
   */
  public String ask(Path output, String... request)
      throws IOException, LabException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), Long.toString(pid)));
    command.addAll(List.of(request));
    new ChildRun("jcmd", LIMIT).run(children, command, new ChildLog(output));
    return Files.readString(output);
  }
}
