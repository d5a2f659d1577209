package tailgate.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tailgate.lab.LabException;
import tailgate.lab.selfcheck.SelfCheckExperiment;

/** The command line of all experiments, and of the evolution if none is named. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Drives the same load at each stage in turn, and writes a table and a page of charts.",
      "Without the name of an experiment it is evolution: all stages, with and without a cache."
    },
    subcommands = {
      CompareEvolution.class,
      CompareBurst.class,
      CompareSweep.SlowHandler.class,
      CompareSweep.Scale.class,
      CompareSweep.FanOut.class,
      CompareHandoff.class
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every run was made",
      "1:a run failed, something is missing, or the lab did not see what it should",
      "2:the command line is wrong"
    })
final class Compare implements Callable<Integer> {

  @Spec @Nullable CommandSpec spec;

  @Mixin LabOptions lab = new LabOptions();

  @Mixin EvolutionOptions evolution = new EvolutionOptions();

  @Option(
      names = "--self-check",
      description =
          "drives 1,000 requests/s for 5 s at a server that stands still for 1 s of them: does the"
              + " lab see it?")
  boolean selfCheck;

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    return lab.carryOut(selfCheck ? proof() : evolution.order(lab), console());
  }

  private static ExperimentCommand.Order proof() {
    return new ExperimentCommand.Order(
        List.of(SelfCheckExperiment.STAGE), SelfCheckExperiment::new);
  }

  private PrintWriter console() {
    return Objects.requireNonNull(spec, "set by picocli").commandLine().getOut();
  }
}
