package tailgate.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What all experiments ask for on the command line, and how all of them begin and end. */
final class LabOptions {

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration READY_TIMEOUT = Duration.ofSeconds(30);

  @Option(
      names = "--quick",
      scope = ScopeType.INHERIT,
      description = "a first impression in about 2 minutes")
  boolean quick;

  @Option(
      names = "--port",
      scope = ScopeType.INHERIT,
      paramLabel = "PORT",
      description = "for every stage (default: a free one each)")
  int port;

  @Option(
      names = "--out",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description = "for raw results; new or empty (default: target/compare/<time>)")
  @Nullable Path out;

  @Mixin Checkout checkout = new Checkout();

  /** What there is once everything has been found to be in its place. */
  record Setting(Project project, Environment environment, Path folder, StageRun stages) {}

  /** An experiment. The children are taken down when it is over, or on Ctrl-C. */
  @FunctionalInterface
  interface Experiment {

    /** Returns the exit code. */
    int run(Setting setting, Children children)
        throws IOException, LabException, InterruptedException;
  }

  Project project() {
    return checkout.project();
  }

  /** Runs an experiment on stages whose jars must be there. */
  int carryOut(List<String> stages, Experiment experiment)
      throws IOException, LabException, InterruptedException {
    Project project = project();
    project.check(stages);
    String java = checkout.java.toString();
    Environment environment = Environment.of(project, java);
    Path folder = ResultFolder.create(out, project);
    Setting setting =
        new Setting(project, environment, folder, new StageRun(project, port, java, READY_TIMEOUT));
    Children children = new Children(GRACE);
    Termination termination = new Termination(children);
    try {
      return experiment.run(setting, children);
    } finally {
      termination.over();
    }
  }
}
