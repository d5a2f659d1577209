package tailgate.lab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.project.Project;
import tailgate.lab.selfcheck.SelfCheckExperiment;

/** Has all experiments as subcommands; makes a tour of the stages if none is named. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Sends the same load to each stage in turn, and writes a table and a page of charts.",
      "Without the name of an experiment it makes a tour: the highest rate of each stage, with"
          + " files and with a handler that waits 20 ms (with --quick three stages, about 2"
          + " minutes). With an option of evolution, such as --cache or --users, it runs"
          + " evolution.",
      "With a name it runs an experiment of the lab (--list prints all names), and with FILE.yaml"
          + " one of your own; docs/experiments.md says what such a file can have."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every run was made",
      "1:a run failed, something is missing, the machine is not fit to measure, or the self-check"
          + " failed",
      "2:the command line is wrong"
    })
final class Compare extends LabCommand implements CompareFile.Parent {

  /** Without a name, one of these asks for the evolution. The launcher has the same list. */
  private static final List<String> OF_EVOLUTION =
      List.of(
          "--cache",
          "--users",
          "--ramp-up",
          "--injectors",
          "--key-store",
          "--warm-up",
          "--path",
          "--file-size",
          "--stage-args");

  @Mixin LabOptions lab = new LabOptions();

  /** The experiment whose options this command has, too; null until these are added. */
  private @Nullable CompareFile evolution;

  @Option(
      names = "--self-check",
      description =
          "check whether the lab sees these as they are: a server that is stopped for 1 s, a"
              + " handler of known time, a known use of the processor, the same load twice, and the"
              + " same load by JMeter as a second generator; about five minutes")
  boolean selfCheck;

  @Option(
      names = "--list",
      description = "print the names of all experiments, and the question that each answers")
  boolean list;

  /** Adds the options of the evolution, which its file has. */
  void addEvolution(Project project) {
    CommandSpec compare = Objects.requireNonNull(spec, "set by picocli");
    evolution = CompareFile.inside(this, compare, project.experiment("evolution"));
  }

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    if (list) {
      for (Path file : lab.project().experiments()) {
        ExperimentFile experiment = ExperimentReader.read(file, false, Map.of());
        console().printf("%-15s  %s%n", ExperimentReader.nameOf(file), experiment.question());
      }
      return 0;
    }
    return lab.run(order(), console());
  }

  private LabOptions.Order order() throws LabException, InterruptedException {
    if (selfCheck) {
      return selfCheck(lab.project());
    }
    if (isGiven(OF_EVOLUTION)) {
      return Objects.requireNonNull(evolution).order();
    }
    List<String> usual = lab.quick ? TourOrder.QUICK_STAGES : Project.STAGES;
    return TourOrder.of(lab, commandLine().getParseResult().matchedOptionValue("--stages", usual));
  }

  private boolean isGiven(List<String> options) {
    return options.stream().anyMatch(commandLine().getParseResult()::hasMatchedOption);
  }

  @Override
  public LabOptions lab() {
    return lab;
  }

  private static LabOptions.Order selfCheck(Project project) throws LabException {
    project.checkJMeter();
    return new LabOptions.Order(
        SelfCheckExperiment.STAGES, (servers, context) -> new SelfCheckExperiment(servers));
  }
}
