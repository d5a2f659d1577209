package tailgate.lab.race;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import tailgate.lab.project.Project;

/**
 * Makes the files of a race: what the servers serve, the jar with the {@link SlotsHandler}, their
 * logs and their temporary files. All are in a new folder, which is removed in the end.
 */
record RaceFolder(Path folder) implements AutoCloseable {

  /** Slow readers ask for this file. */
  static final String LARGE = "/large.bin";

  private static final int LARGE_BYTES = 16 << 20;
  private static final String HANDLER_JAR = "handler.jar";

  static RaceFolder make(Project project) throws IOException {
    RaceFolder site = new RaceFolder(Files.createTempDirectory("tailgate-race"));
    Files.createDirectories(site.root());
    Files.createDirectories(site.temporary());
    Files.copy(
        project.site().resolve(Project.DATA.substring(1)),
        site.root().resolve(Project.DATA.substring(1)));
    Files.write(site.root().resolve(LARGE.substring(1)), new byte[LARGE_BYTES]);
    site.writeHandler();
    return site;
  }

  private void writeHandler() throws IOException {
    String name = SlotsHandler.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(handlerJar()));
        InputStream in = SlotsHandler.class.getClassLoader().getResourceAsStream(name)) {
      jar.putNextEntry(new JarEntry(name));
      Objects.requireNonNull(in, name).transferTo(jar);
    }
  }

  Path root() {
    return folder.resolve("site");
  }

  Path handlerJar() {
    return folder.resolve(HANDLER_JAR);
  }

  /**
   * Returns a folder for files that servers leave behind if they are killed: the flight recorder,
   * with which {@code virtual-threads} counts pinned threads, writes some.
   */
  Path temporary() {
    return folder.resolve("temporary");
  }

  Path logs(String stage) throws IOException {
    return Files.createDirectories(folder.resolve(stage));
  }

  /** Removes the files; does nothing if they were removed before. */
  @Override
  public void close() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.deleteIfExists(file);
    }
  }
}
