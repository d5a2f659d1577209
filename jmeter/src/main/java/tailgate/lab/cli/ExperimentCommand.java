package tailgate.lab.cli;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.run.StageRun;

/** What the command lines of all experiments have in common. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true)
abstract class ExperimentCommand implements Callable<Integer> {

  @Spec @Nullable CommandSpec spec;

  @ParentCommand @Nullable Compare parent;

  /**
   * What the options ask for.
   *
   * @param stages whose jars are needed
   * @param experiment with the way in which any stage is run
   */
  record Order(List<String> stages, Function<StageRun, Experiment<?, ?>> experiment) {}

  /**
   * Reads the options.
   *
   * @throws LabException if this machine is not up to it
   */
  abstract Order order() throws LabException;

  @Override
  public final Integer call() throws IOException, LabException, InterruptedException {
    return lab().carryOut(order(), commandSpec().commandLine().getOut());
  }

  final LabOptions lab() {
    return Objects.requireNonNull(parent, "set by picocli").lab;
  }

  /** To be thrown for a wrong option. */
  final ParameterException wrong(String message) {
    return new ParameterException(commandSpec().commandLine(), message);
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "set by picocli");
  }
}
