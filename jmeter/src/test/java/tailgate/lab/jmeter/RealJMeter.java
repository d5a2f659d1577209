package tailgate.lab.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.ChildRun;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.RunningServer;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.StageRun;
import tailgate.lab.testing.FakeProject;

/**
 * What tests need that run JMeter itself against a real stage. They have the tag {@code jmeter}.
 */
public record RealJMeter(Project project) {

  public static final String STAGE = "threadpool";

  private static final Duration PLENTY = Duration.ofMinutes(2);

  /** Fails if there is no JMeter, or no stage. */
  public static RealJMeter here() {
    Project project = new Project(Path.of("..").toAbsolutePath().normalize());
    assertThat(project.jmeterJar()).as("mvn -Pjmeter-home package -DskipTests").isRegularFile();
    assertThat(project.jarOf(STAGE)).as("mvn package -DskipTests").isRegularFile();
    return new RealJMeter(project);
  }

  /** Starts a stage that serves the sample site. */
  public RunningServer stage(Children children, Path raw) throws Exception {
    PrintWriter nobody = new PrintWriter(Writer.nullWriter());
    return new StageRun(project, 0, FakeProject.JAVA, PLENTY)
        .start(
            new ServerSpec(STAGE, List.of()),
            Project.DATA,
            new RunContext(children, nobody, Files.createDirectories(raw)));
  }

  /**
   * Runs a plan as a user does, without any option but the plan's properties.
   *
   * @return its samples
   */
  public Path run(Children children, Path plan, List<String> properties, Path folder)
      throws IOException, LabException, InterruptedException {
    Path samples = folder.resolve(JMeterRun.RESULTS);
    List<String> command = new ArrayList<>();
    command.addAll(List.of(FakeProject.JAVA, "-Xss256k", "-jar", project.jmeterJar().toString()));
    command.addAll(List.of("-n", "-t", plan.toString()));
    command.addAll(List.of("-l", samples.toString()));
    command.addAll(List.of("-j", folder.resolve("jmeter.log").toString()));
    properties.forEach(property -> command.add("-J" + property));
    new ChildRun(plan.toString(), PLENTY)
        .run(children, command, new ChildLog(folder.resolve("jmeter.out")));
    return samples;
  }
}
