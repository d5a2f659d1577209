package tailgate.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A checkout with everything in its place and nothing real in it. */
record FakeProject(Path root) {

  static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /** Without any stage. */
  static FakeProject in(Path root, FakeJMeter.Behaviour jmeter) throws IOException {
    Project project = new Project(root);
    Files.createDirectories(project.site());
    Files.writeString(project.site().resolve("data.json"), "[]");
    Files.createDirectories(project.plan().resolveSibling("."));
    Files.writeString(project.plan(), "<jmeterTestPlan/>");
    FakeJar.write(project.jmeterJar(), FakeJMeter.class, jmeter);
    return new FakeProject(root);
  }

  FakeProject with(String stage, FakeStage.Behaviour behaviour) throws IOException {
    FakeJar.write(project().jarOf(stage), FakeStage.class, behaviour);
    return this;
  }

  Project project() {
    return new Project(root);
  }
}
