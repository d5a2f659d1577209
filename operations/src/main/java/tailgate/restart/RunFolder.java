package tailgate.restart;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder with the control sockets of a user's servers. Only this user may open it. It is {@code
 * TAILGATE_RUN_DIR}, or {@code /tmp/tailgate-UID}. A file there is called {@code PORT-PID.sock}.
 */
record RunFolder(Path path) {

  private static final String VARIABLE = "TAILGATE_RUN_DIR";
  private static final Path TMP = Path.of("/tmp");
  private static final Pattern NAME = Pattern.compile("(\\d{1,5})-(\\d{1,18})\\.sock");
  private static final Path SELF = Path.of("/proc/self");

  /** The control socket of a server. */
  record Entry(int port, long pid, Path path) {}

  static RunFolder ofProcess() throws IOException {
    String given = System.getenv(VARIABLE);
    return new RunFolder(
        given == null || given.isEmpty() ? TMP.resolve("tailgate-" + user()) : Path.of(given));
  }

  /** All folders in which this user could find servers: root finds those of all users. */
  static List<RunFolder> all() throws IOException {
    List<RunFolder> all = new ArrayList<>(List.of(ofProcess()));
    if (user().equals("0") && System.getenv(VARIABLE) == null) {
      try (Stream<Path> others = Files.list(TMP)) {
        others
            .filter(RunFolder::isOfItsUser)
            .map(RunFolder::new)
            .filter(folder -> !all.contains(folder))
            .forEach(all::add);
      }
    }
    return all;
  }

  /**
   * Anybody can make a folder with any name in /tmp. So the owner of the folder must be the user in
   * its name.
   */
  private static boolean isOfItsUser(Path folder) {
    try {
      Object uid = Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      return folder.getFileName().toString().equals("tailgate-" + uid)
          && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return false; // was removed meanwhile
    }
  }

  private static String user() throws IOException {
    return Files.exists(SELF)
        ? Files.getAttribute(SELF, "unix:uid").toString()
        : System.getProperty("user.name", "unknown");
  }

  /**
   * Makes the folder if it is missing.
   *
   * @throws IOException if others have access to it, or if it belongs to somebody else: they could
   *     end this user's servers
   */
  void make() throws IOException {
    Set<PosixFilePermission> ownerOnly = PosixFilePermissions.fromString("rwx------");
    try {
      Files.createDirectory(path, PosixFilePermissions.asFileAttribute(ownerOnly));
    } catch (FileAlreadyExistsException e) {
      PosixFileAttributes is =
          Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      boolean others =
          is.permissions().stream().anyMatch(p -> p.name().matches("(GROUP|OTHERS)_W.*"));
      if (!is.isDirectory() || others || !is.owner().equals(owner())) {
        throw new IOException("others have access to " + path, e);
      }
    }
  }

  private static Object owner() throws IOException {
    Path probe = Files.createTempFile("tailgate", "");
    try {
      return Files.getOwner(probe);
    } finally {
      Files.delete(probe);
    }
  }

  /** The file for the control socket of this process. */
  Path socket(int port) {
    return path.resolve(port + "-" + ProcessHandle.current().pid() + ".sock");
  }

  /** Deletes the sockets of processes that were killed. */
  void clean() throws IOException {
    for (Entry entry : entries()) {
      if (ProcessHandle.of(entry.pid()).isEmpty()) {
        Files.deleteIfExists(entry.path());
      }
    }
  }

  /** All control sockets; none if there is no such folder, or no access to it. */
  List<Entry> entries() {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(RunFolder::entry).flatMap(Stream::ofNullable).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static @Nullable Entry entry(Path file) {
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    return name.matches()
        ? new Entry(Integer.parseInt(name.group(1)), Long.parseLong(name.group(2)), file)
        : null;
  }
}
