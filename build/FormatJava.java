import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs google-java-format over every Java file below a folder: {@code FormatJava check|apply DIR}.
 *
 * <p>It is a source file, not a plugin, because the formatter must run on the toolchain's JDK and
 * not on the one that runs Maven (see the root pom). Apply with {@code mvn -Pformat process-sources
 * -N}.
 */
final class FormatJava {

  private FormatJava() {}

  public static void main(String[] args) throws Exception {
    var out = new PrintWriter(System.out, true);
    var err = new PrintWriter(System.err, true);
    List<String> command = new ArrayList<>();
    switch (args[0]) {
      case "check" -> command.addAll(List.of("--dry-run", "--set-exit-if-changed"));
      case "apply" -> command.add("--replace");
      default -> throw new IllegalArgumentException("neither check nor apply: " + args[0]);
    }
    command.addAll(javaFiles(Path.of(args[1])));
    int exit = new Main(out, err, System.in).format(command.toArray(String[]::new));
    if (exit != 0) {
      err.println("Java files above are not formatted; mvn -Pformat -N process-sources does it.");
    }
    System.exit(exit);
  }

  private static List<String> javaFiles(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !root.relativize(file).toString().matches("(.*[/\\\\])?target[/\\\\].*"))
          .map(Path::toString)
          .sorted()
          .toList();
    }
  }
}
