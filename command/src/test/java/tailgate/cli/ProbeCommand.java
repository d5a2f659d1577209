package tailgate.cli;

import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tailgate.queue.TaskExecutor;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** The smallest stage there can be, with one option of its own. */
@Command(name = "probe", description = "Is there to be tested.")
final class ProbeCommand extends StageCommand {

  static final String WORKERS = "as many as it takes";

  @Option(
      names = "--workers",
      order = -1,
      paramLabel = "N",
      defaultValue = "7",
      description = "Workers. (${DEFAULT-VALUE})")
  int workers;

  /** Of all connections; 0 for none of their own. */
  int threads;

  private final Supplier<TaskExecutor> executor;

  ProbeCommand() {
    this(DirectExecutor::new);
  }

  ProbeCommand(Supplier<TaskExecutor> executor) {
    this.executor = executor;
  }

  @Override
  protected int threadsOfConnections() {
    return threads;
  }

  @Override
  protected Stage stage() {
    return new Stage("probe", Dispatch.REQUEST, true, 1, WORKERS, executor.get());
  }
}
