package tailgate.lab.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.ChildRun;
import tailgate.lab.process.Children;

/**
 * Copies files to another machine, packed by {@code tar} on both.
 *
 * @param temporary a folder of this machine, for this user only
 */
record Copies(Ssh ssh, Path temporary, Children children) {

  private static final String PACKED = "copy.tar";
  private static final String LOG = "copy.log";

  /** The files that a copy may leave in the folder of this machine. */
  static final List<String> FILES = List.of(PACKED, LOG);

  private static final Duration LIMIT = Duration.ofMinutes(10);

  /**
   * Copies a file, or all that is in a folder.
   *
   * @param target a new folder there, whose name needs no quotes
   */
  void copy(Path original, String target) throws IOException, LabException, InterruptedException {
    Path file = original.toAbsolutePath();
    boolean isFolder = Files.isDirectory(file);
    Path from = isFolder ? file : file.resolveSibling("");
    String name = isFolder ? "." : String.valueOf(file.getFileName());
    Path packed = temporary.resolve(PACKED);
    ChildLog log = new ChildLog(temporary.resolve(LOG));
    try {
      new ChildRun("tar", LIMIT)
          .run(
              children,
              List.of("tar", "-chf", packed.toString(), "-C", from.toString(), "--", name),
              log);
      String unpack = "mkdir -m 700 %s && tar -xf - -C %s".formatted(target, target);
      new ChildRun("the copy to " + ssh.target(), LIMIT)
          .run(children, log.process(ssh.also(unpack)).redirectInput(packed.toFile()), log);
    } finally {
      Files.deleteIfExists(packed);
    }
  }
}
