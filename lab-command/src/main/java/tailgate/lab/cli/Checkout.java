package tailgate.lab.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import tailgate.lab.project.Project;

/** Says where the checkout is, and which java runs what was built from it. */
final class Checkout {

  /** Says where the checkout is, for commands that run no stage. */
  static final class Root {

    static final String NAME = "--project-root";

    @Option(
        names = NAME,
        scope = ScopeType.INHERIT,
        paramLabel = "DIR",
        description = "a checkout with its built jars (default: the working directory)")
    Path path = Path.of("");

    Project project() {
      return new Project(path.toAbsolutePath().normalize());
    }
  }

  @Option(
      names = "--java",
      split = ",",
      scope = ScopeType.INHERIT,
      paramLabel = "JAVA",
      description =
          "the java that runs stages and load generators, as a path, or as a version, such as 27,"
              + " which ./tailgate jdk finds or fetches (default: the java that runs this command);"
              + " carriers, jvm and java-* take several for the stages: 21,25 or old=PATH,new=27")
  private List<String> given = List.of();

  @Mixin Root root = new Root();

  Project project() {
    return root.project();
  }

  /** Returns the checkout that arguments name which picocli has not read yet. */
  static Project project(List<String> arguments) {
    String path = "";
    for (int i = 0; i < arguments.size(); i++) {
      String[] words = arguments.get(i).split("=", 2);
      if (words[0].equals(Root.NAME)) {
        path = words.length > 1 ? words[1] : i + 1 < arguments.size() ? arguments.get(i + 1) : "";
      }
    }
    return new Project(Path.of(path).toAbsolutePath().normalize());
  }

  Javas javas() {
    return new Javas(project(), given);
  }
}
