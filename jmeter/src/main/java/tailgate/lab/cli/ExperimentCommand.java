package tailgate.lab.cli;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.run.StageRun;

/** What the commands of all experiments have in common. */
@Command(mixinStandardHelpOptions = true)
abstract class ExperimentCommand extends LabCommand {

  @ParentCommand @Nullable Compare parent;

  /**
   * What the options ask for.
   *
   * @param stages whose jars are needed
   * @param experiment makes the experiment, given the way in which any stage is run
   */
  record Order(List<String> stages, Function<StageRun, Experiment<?, ?>> experiment) {}

  /**
   * Reads the options.
   *
   * @throws LabException if this machine cannot run the experiment
   */
  abstract Order order() throws LabException;

  @Override
  public final Integer call() throws IOException, LabException, InterruptedException {
    return lab().run(order(), console());
  }

  final LabOptions lab() {
    return Objects.requireNonNull(parent, "set by picocli").lab;
  }
}
