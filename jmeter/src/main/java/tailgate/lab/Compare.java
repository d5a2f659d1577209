package tailgate.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "Without options: 10,000 users in 60 s, which takes about 7 minutes for all stages; with"
          + " --quick a tenth of it."
    },
    subcommands = {
      CompareBurst.class,
      CompareSweep.SlowHandler.class,
      CompareSweep.Scale.class,
      CompareSweep.FanOut.class
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every stage was measured",
      "1:a stage failed, or something is missing",
      "2:the command line is wrong"
    })
final class Compare implements Callable<Integer> {

  /** What a stage takes beyond its ramp-up, roughly: two JVMs start, and the warm-up. */
  private static final Duration OVERHEAD = Duration.ofSeconds(9);

  @Spec @Nullable CommandSpec spec;

  @Mixin LabOptions lab = new LabOptions();

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

  @Mixin InjectorOptions distributed = new InjectorOptions();

  @Option(
      names = "--self-check",
      description =
          "drives 1,000 requests/s for 5 s at a server that stands still for 1 s of them: does the"
              + " lab see it?")
  boolean selfCheck;

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    checkOptions();
    if (selfCheck) {
      return lab.carryOut(
          List.of(SelfCheck.STAGE),
          (setting, children) ->
              new SelfCheck(setting.stages(), setting.folder()).run(children, console()) ? 0 : 1);
    }
    lab.project().checkJMeter();
    injectors().check();
    return lab.carryOut(stages, this::compare);
  }

  private int compare(LabOptions.Setting setting, Children children)
      throws IOException, InterruptedException {
    announce(setting.folder());
    List<Outcome> outcomes =
        new Comparison(setting.stages(), stages, load(), injectors(), setting.folder())
            .run(children, console());
    publish(new Report(setting.environment(), load(), outcomes, setting.folder()));
    boolean whole = outcomes.stream().allMatch(Outcome.Measured.class::isInstance);
    return whole && outcomes.size() == stages.size() ? 0 : 1;
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
    if (lab.port < 0 || lab.port > 65_535) {
      throw wrong("--port must be between 1 and 65535, not " + lab.port);
    }
    try {
      injectors().share(load().users());
    } catch (IllegalArgumentException e) {
      throw wrong("--injectors: " + e.getMessage());
    }
  }

  private Injectors injectors() {
    return distributed.injectors(lab.project());
  }

  private ParameterException wrong(String message) {
    return new ParameterException(commandSpec().commandLine(), message);
  }

  private Load load() {
    Load base = lab.quick ? Load.QUICK : Load.FULL;
    return new Load(
        Objects.requireNonNullElse(users, base.users()),
        Objects.requireNonNullElse(rampUp, base.rampUp()));
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
