package tailgate.eventloop;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.cli.CapacityOptions;
import tailgate.cli.StageCommand;
import tailgate.cli.StageLauncher;
import tailgate.metrics.PoolStatistics;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** Stage 6: a reactor for each core, which does all the work itself. There is no hand-off. */
@Command(
    name = "event-loop",
    description = "Serves files from one event loop a core, without any hand-off between threads.")
public final class Main extends StageCommand {

  @Option(
      names = "--reactors",
      paramLabel = "N",
      order = -1,
      description = "Event loops, each with its own share of the connections. (one a core)")
  private int reactors = Runtime.getRuntime().availableProcessors();

  @Mixin private CapacityOptions capacity = new CapacityOptions();

  /** Runs the server until a signal stops it. */
  public static void main(String[] args) {
    StageLauncher.main(new Main(), args);
  }

  @Override
  protected Stage stage() {
    return new Stage(
        "event-loop",
        Dispatch.REQUEST,
        true,
        reactors,
        "none, the reactors do it all",
        () -> PoolStatistics.fixed(reactors),
        new DirectExecutor());
  }

  @Override
  protected CapacityOptions capacity() {
    return capacity;
  }
}
