package tailgate.lab.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import tailgate.lab.project.Project;

/** Where everything is. */
final class ProjectRoot {

  @Option(
      names = "--project-root",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description = "a checkout, with what was built of it (default: the working directory)")
  Path path = Path.of("");

  Project project() {
    return new Project(path.toAbsolutePath().normalize());
  }
}
