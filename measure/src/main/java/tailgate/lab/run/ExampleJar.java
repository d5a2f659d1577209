package tailgate.lab.run;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import tailgate.lab.LabException;
import tailgate.lab.project.Project;

/** Makes the jar of a handler in {@code docs/examples}, for Java 21 and later. */
public final class ExampleJar {

  private ExampleJar() {}

  /**
   * Compiles the handler.
   *
   * @param name of the file, without {@code .java}
   * @param stage whose jar has the interface
   * @throws LabException if there is no compiler, or no such file
   */
  public static Path of(Project project, String name, String stage)
      throws IOException, LabException {
    Path source = project.root().resolve("docs/examples").resolve(name + ".java");
    if (!Files.isRegularFile(source)) {
      throw new LabException("no " + source + "; it has the handler of this experiment");
    }
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    if (javac == null) {
      throw new LabException(
          "this Java has no compiler, which the handler of this experiment needs: run it on a JDK");
    }
    Path folder = Files.createDirectories(project.root().resolve("target/examples"));
    Path classes = Files.createTempDirectory(folder, name);
    try {
      compile(javac, source, project.jarOf(stage), classes);
      Path jar = classes.resolve("handler.jar");
      pack(classes, jar);
      return Files.move(jar, folder.resolve(name + ".jar"), StandardCopyOption.REPLACE_EXISTING);
    } finally {
      delete(classes);
    }
  }

  private static void compile(JavaCompiler javac, Path source, Path server, Path classes)
      throws IOException, LabException {
    var complaints = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none", "--release", "21", "-cp", server.toString(), "-d", classes.toString());
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      if (!javac
          .getTask(complaints, files, null, options, null, files.getJavaFileObjects(source))
          .call()) {
        throw new LabException("cannot compile %s: %s".formatted(source, complaints));
      }
    }
  }

  private static void pack(Path classes, Path jar) throws IOException {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(classes)) {
      all = walk.filter(Files::isRegularFile).toList();
    }
    try (OutputStream bytes = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(bytes)) {
      for (Path file : all) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(folder)) {
      all = walk.toList();
    }
    for (Path file : all.reversed()) {
      Files.delete(file);
    }
  }
}
