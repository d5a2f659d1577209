package tailgate.lab.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import tailgate.lab.project.Project;

/** A checkout with everything in its place and nothing real in it. */
public record FakeProject(Path root) {

  public static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /** Without any stage. */
  public static FakeProject in(Path root, FakeJMeter.Behaviour jmeter) throws IOException {
    Project project = new Project(root);
    Files.createDirectories(project.site());
    Files.writeString(project.site().resolve("data.json"), "[]");
    Files.createDirectories(project.plan().resolveSibling("."));
    Files.writeString(project.plan(), "<jmeterTestPlan/>");
    FakeJar.write(project.jmeterJar(), FakeJMeter.class, jmeter);
    return new FakeProject(root);
  }

  public FakeProject with(String stage, FakeStage.Behaviour behaviour) throws IOException {
    FakeJar.write(project().jarOf(stage), FakeStage.class, behaviour);
    return this;
  }

  /** With the experiments of the lab. */
  public FakeProject withExperiments() throws IOException {
    Path folder = Files.createDirectories(root.resolve("lab/experiments"));
    try (Stream<Path> files = Files.list(Path.of("../lab/experiments"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".yaml")).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    return this;
  }

  public Project project() {
    return new Project(root);
  }
}
