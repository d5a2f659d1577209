package tailgate.lab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
    subcommands = {Compare.Evolution.class, CompareDownstream.class},
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every run was made",
      "1:a run failed, something is missing, the machine is not fit to measure, or the self-check"
          + " failed",
      "2:the command line is wrong"
    })
final class Compare extends LabCommand implements ExperimentCommand.Parent {

  /** Runs the evolution if it is named. */
  @Command(
      name = "evolution",
      description = {
        "JMeter's 10,000 users in 60 s at every stage, with and without a cache.",
        "Each user sends one request; about 100 minutes. With --quick 500 users in 3 s, once, about"
            + " 2 minutes, and no verdicts."
      })
  static final class Evolution extends ExperimentCommand {

    @Mixin EvolutionOptions options = new EvolutionOptions();

    @Override
    LabOptions.Order order() throws LabException {
      return options.order(lab());
    }
  }

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

  @Mixin EvolutionOptions evolution = new EvolutionOptions();

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

  private LabOptions.Order order() throws LabException {
    if (selfCheck) {
      return selfCheck(lab.project());
    }
    if (isGiven(OF_EVOLUTION)) {
      return evolution.order(lab);
    }
    boolean fewer = lab.quick && !isGiven(List.of("--stages"));
    return TourOrder.of(lab, fewer ? TourOrder.QUICK_STAGES : evolution.stages);
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
    return new LabOptions.Order(SelfCheckExperiment.STAGES, SelfCheckExperiment::new);
  }
}
