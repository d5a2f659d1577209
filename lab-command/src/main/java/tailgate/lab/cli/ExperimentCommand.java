package tailgate.lab.cli;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;
import tailgate.lab.LabException;

/** Has what the commands of all experiments have in common. */
@Command(mixinStandardHelpOptions = true)
abstract class ExperimentCommand extends LabCommand {

  /** The command that is above the experiments. */
  interface Parent {
    LabOptions lab();
  }

  @ParentCommand @Nullable Parent parent;

  /**
   * Reads the options.
   *
   * @throws LabException if this machine cannot run the experiment
   */
  abstract LabOptions.Order order() throws LabException, InterruptedException;

  @Override
  public final Integer call() throws IOException, LabException, InterruptedException {
    return lab().run(order(), console());
  }

  final LabOptions lab() {
    return Objects.requireNonNull(parent, "set by picocli").lab();
  }
}
