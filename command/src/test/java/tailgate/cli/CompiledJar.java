package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import tailgate.http.Handler;

/** Makes a jar of sources, as a user does by hand. */
final class CompiledJar {

  private final Path folder;
  private final List<Path> sources = new ArrayList<>();

  /** Works in {@code folder}. */
  CompiledJar(Path folder) {
    this.folder = folder;
  }

  /** Adds a class by its full name. */
  CompiledJar with(String className, String source) throws IOException {
    Path file = folder.resolve("src").resolve(className.replace('.', '/') + ".java");
    Files.createDirectories(file.getParent());
    return with(Files.writeString(file, source));
  }

  /** Adds a source file. */
  CompiledJar with(Path source) {
    sources.add(source);
    return this;
  }

  /** The jar, with all classes but those of these simple names. */
  Path build(String... without) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    compile(classes);
    for (String name : without) {
      try (Stream<Path> all = Files.walk(classes)) {
        for (Path file : all.filter(file -> file.endsWith(name + ".class")).toList()) {
          Files.delete(file);
        }
      }
    }
    return pack(classes);
  }

  private void compile(Path classes) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    var complaints = new StringWriter();
    List<String> options =
        List.of("-proc:none", "-cp", server().toString(), "-d", classes.toString());
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      boolean good =
          javac
              .getTask(
                  complaints,
                  files,
                  null,
                  options,
                  null,
                  files.getJavaFileObjects(sources.toArray(Path[]::new)))
              .call();
      assertThat(good).as(complaints.toString()).isTrue();
    }
  }

  /** Where the server's own classes are. */
  private static Path server() {
    try {
      return Path.of(Handler.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private Path pack(Path classes) throws IOException {
    Path jar = folder.resolve("mine.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> all = Files.walk(classes)) {
      all.filter(Files::isRegularFile).forEach(one -> add(out, classes, one));
    }
    return jar;
  }

  private static void add(JarOutputStream out, Path classes, Path file) {
    try {
      out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
      Files.copy(file, out);
      out.closeEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
