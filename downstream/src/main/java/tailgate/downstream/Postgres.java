package tailgate.downstream;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.stream.Stream;
import org.tukaani.xz.XZInputStream;

/**
 * A PostgreSQL of its own: unpacked, set up and started in a new folder, which is deleted when it
 * is closed. It listens on the loopback address only, and asks nobody for a password.
 *
 * <p>It refuses to run as root. Then {@code setpriv} (util-linux, part of every Debian) makes it
 * run as {@code nobody}.
 *
 * <p>Confined to one thread.
 */
final class Postgres implements AutoCloseable {

  private static final int ROOT = 0;
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--");

  /** Much more than it usually takes. */
  private static final long END_SECONDS = 4;

  private static final long STEP_SECONDS = 60;

  private final Path folder;
  private final List<String> prefix;
  private final Process process;

  private Postgres(Path folder, List<String> prefix, Process process) {
    this.folder = folder;
    this.prefix = prefix;
    this.process = process;
  }

  /**
   * Starts one; it need not answer yet.
   *
   * @param binaries a jar of {@code io.zonky.test.postgres}
   * @param port to listen on
   * @param connections that it takes at most
   */
  static Postgres start(Path binaries, int port, int connections)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tailgate-postgres");
    boolean started = false;
    try {
      // Another user has to be able to enter it.
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      unpack(binaries, folder);
      List<String> prefix = isRoot(folder) ? AS_NOBODY : List.of();
      Path data = Files.createDirectory(folder.resolve("data"));
      if (!prefix.isEmpty()) {
        run(folder, List.of("chown", "-R", "nobody:nogroup", data.toString()));
      }
      run(folder, all(prefix, initdb(folder, data)));
      Process process =
          builder(folder, all(prefix, postgres(folder, data, port, connections))).start();
      started = true;
      return new Postgres(folder, prefix, process);
    } finally {
      if (!started) {
        delete(folder);
      }
    }
  }

  private static List<String> initdb(Path folder, Path data) {
    return List.of(
        folder.resolve("bin/initdb").toString(),
        "--pgdata=" + data,
        "--username=postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--no-locale",
        "--no-sync");
  }

  private static List<String> postgres(Path folder, Path data, int port, int connections) {
    return List.of(
        folder.resolve("bin/postgres").toString(),
        "-D",
        data.toString(),
        "-p",
        Integer.toString(port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
        "-c",
        "max_connections=" + connections,
        "-c",
        "fsync=off");
  }

  private static boolean isRoot(Path file) throws IOException {
    return Integer.valueOf(ROOT).equals(Files.getAttribute(file, "unix:uid"));
  }

  private static List<String> all(List<String> words, List<String> options) {
    List<String> command = new ArrayList<>(words);
    command.addAll(options);
    return command;
  }

  private static void run(Path folder, List<String> command)
      throws IOException, InterruptedException {
    Process process = builder(folder, command).start();
    if (!process.waitFor(STEP_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(
          "%s failed: %s".formatted(command, Files.readString(folder.resolve("log")).strip()));
    }
  }

  private static ProcessBuilder builder(Path folder, List<String> command) {
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
  }

  /** The jar has one file that counts, an archive of tar and xz. */
  private static void unpack(Path binaries, Path folder) throws IOException, InterruptedException {
    try (JarInputStream jar = new JarInputStream(Files.newInputStream(binaries))) {
      for (JarEntry entry = jar.getNextJarEntry(); entry != null; entry = jar.getNextJarEntry()) {
        if (entry.getName().endsWith(".txz")) {
          untar(jar, folder);
          return;
        }
      }
    }
    throw new IOException(binaries + " has no PostgreSQL in it");
  }

  /**
   * With the command {@code tar}, which restores links and permissions; not every tar can
   * decompress xz.
   */
  private static void untar(InputStream archive, Path folder)
      throws IOException, InterruptedException {
    Process tar =
        builder(folder, List.of("tar", "-xf", "-", "--no-same-owner"))
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .start();
    try (var to = tar.getOutputStream()) {
      new XZInputStream(archive).transferTo(to);
    }
    if (tar.waitFor() != 0) {
      throw new IOException("tar failed: " + Files.readString(folder.resolve("log")).strip());
    }
  }

  /** Whether it still runs. */
  boolean isAlive() {
    return process.isAlive();
  }

  /** What it has printed, for an error message. */
  String log() throws IOException {
    return Files.readString(folder.resolve("log"), StandardCharsets.UTF_8).strip();
  }

  /** Ends it without waiting for its clients, and deletes all that it has written. */
  @Override
  public void close() throws IOException {
    try {
      end();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    delete(folder);
  }

  /** SIGTERM would wait for the clients. */
  private void end() throws IOException, InterruptedException {
    Process stop =
        builder(
                folder,
                all(
                    prefix,
                    List.of(
                        folder.resolve("bin/pg_ctl").toString(),
                        "stop",
                        "-D",
                        folder.resolve("data").toString(),
                        "-m",
                        "fast",
                        "--no-wait")))
            .start();
    if (stop.waitFor() != 0 || !process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
