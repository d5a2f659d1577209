package tailgate.lab.cli;

import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import tailgate.lab.project.Project;

/** Where everything is, and the java that runs it. */
final class Checkout {

  @Option(
      names = "--java",
      scope = ScopeType.INHERIT,
      paramLabel = "PATH",
      description = "runs stages and load generators (default: the java that runs this)")
  Path java = Path.of(System.getProperty("java.home"), "bin", "java");

  @Mixin ProjectRoot root = new ProjectRoot();

  Project project() {
    return root.project();
  }
}
