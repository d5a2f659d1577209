package tailgate.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of a {@link Comparison}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Drives the same JMeter load at each stage in turn and prints their latencies in one table.",
      "Without options: 10,000 users in 60 s, which takes about 7 minutes for all stages."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every stage was measured",
      "1:a stage failed, or something is missing",
      "2:the command line is wrong"
    })
final class Compare implements Callable<Integer> {

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration READY_TIMEOUT = Duration.ofSeconds(30);

  /** What a stage takes beyond its ramp-up, roughly: two JVMs start, and the warm-up. */
  private static final Duration OVERHEAD = Duration.ofSeconds(9);

  @Spec @Nullable CommandSpec spec;

  @Option(names = "--quick", description = "a tenth: 1,000 users in 6 s; about 2 minutes")
  boolean quick;

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description = "only these, in this order (default: all of them)")
  List<String> stages = Project.STAGES;

  @Option(names = "--users", paramLabel = "N", description = "users, each with one request")
  @Nullable Integer users;

  @Option(
      names = "--ramp-up",
      paramLabel = "DURATION",
      converter = WholeSeconds.class,
      description = "the time in which they arrive, such as 30s or 2m")
  @Nullable Duration rampUp;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "for every stage (default: a free one each)")
  int port;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "for raw results; new or empty (default: target/compare/<time>)")
  @Nullable Path out;

  @Option(
      names = "--java",
      paramLabel = "PATH",
      description = "runs stages and JMeter (default: the java that runs this)")
  Path java = Path.of(System.getProperty("java.home"), "bin", "java");

  @Option(
      names = "--project-root",
      paramLabel = "DIR",
      description = "a checkout with built stages (default: the working directory)")
  Path projectRoot = Path.of("");

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    checkOptions();
    Project project = new Project(projectRoot.toAbsolutePath().normalize());
    project.check(stages);
    Environment environment = Environment.of(project, java.toString());
    Path folder = newFolder(project);
    Comparison comparison =
        new Comparison(project, stages, load(), port, java.toString(), folder, READY_TIMEOUT);
    Children children = new Children(GRACE);
    Termination termination = new Termination(children);
    try {
      announce(folder);
      List<Outcome> outcomes = comparison.run(children, console());
      publish(new Report(environment, load(), outcomes, folder));
      boolean whole = outcomes.stream().allMatch(Outcome.Measured.class::isInstance);
      return whole && outcomes.size() == stages.size() ? 0 : 1;
    } finally {
      termination.over();
    }
  }

  private void checkOptions() {
    for (String stage : stages) {
      if (!Project.STAGES.contains(stage)) {
        throw wrong(
            "no stage '%s'; there are %s".formatted(stage, String.join(", ", Project.STAGES)));
      }
    }
    if (stages.stream().distinct().count() != stages.size()) {
      throw wrong("--stages names a stage twice");
    }
    if (users != null && users < 1) {
      throw wrong("--users must be at least 1, not " + users);
    }
    if (port < 0 || port > 65_535) {
      throw wrong("--port must be between 1 and 65535, not " + port);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(commandSpec().commandLine(), message);
  }

  private Load load() {
    Load base = quick ? Load.QUICK : Load.FULL;
    return new Load(
        Objects.requireNonNullElse(users, base.users()),
        Objects.requireNonNullElse(rampUp, base.rampUp()));
  }

  /** JMeter adds to a file that is there, so an old run's folder would spoil the new one. */
  private Path newFolder(Project project) throws IOException, LabException {
    DateTimeFormatter name = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    Path chosen =
        out == null
            ? project.comparisons().resolve(LocalDateTime.now(ZoneId.systemDefault()).format(name))
            : out;
    Path folder = Files.createDirectories(chosen.toAbsolutePath().normalize());
    try (Stream<Path> entries = Files.list(folder)) {
      if (entries.findAny().isPresent()) {
        throw new LabException(folder + " is not empty; results of two runs would mix");
      }
    }
    return folder;
  }

  private void announce(Path folder) {
    long seconds = stages.size() * load().rampUp().plus(OVERHEAD).toSeconds();
    String number = stages.size() == 1 ? "1 stage" : stages.size() + " stages";
    console().printf("%s, %s each: about %d s%n", number, load(), seconds);
    console().printf("Raw results: %s%n%n", folder);
    console().flush();
  }

  private void publish(Report report) throws IOException {
    console().println();
    console().print(report);
    console().flush();
    Files.writeString(report.folder().resolve("report.txt"), report.toString());
  }

  private PrintWriter console() {
    return commandSpec().commandLine().getOut();
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "set by picocli");
  }
}
