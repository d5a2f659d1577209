package tailgate.lab.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processes of Linux that are no children of the test. */
public final class Processes {

  private Processes() {}

  /** Whether a process runs: one that has ended may be known until its parent has noticed. */
  public static boolean run(long pid) {
    try {
      String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return !line.substring(line.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException e) {
      return false;
    }
  }
}
