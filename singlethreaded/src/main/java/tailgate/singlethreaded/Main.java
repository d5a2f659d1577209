package tailgate.singlethreaded;

import picocli.CommandLine.Command;
import tailgate.cli.StageCommand;
import tailgate.cli.StageLauncher;
import tailgate.metrics.PoolStatistics;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** Stage 1: the thread that accepts a connection also serves it, and then accepts the next one. */
@Command(
    name = "singlethreaded",
    description = "Serves files with one thread: it accepts, answers, and only then accepts again.")
public final class Main extends StageCommand {

  /** Runs the server until a signal stops it. */
  public static void main(String[] args) {
    StageLauncher.main(new Main(), args);
  }

  @Override
  protected Stage stage() {
    // No keep-alive: one idle client would block all others.
    return new Stage(
        "singlethreaded",
        Dispatch.CONNECTION,
        false,
        1,
        "none, the accepting thread does it all",
        () -> PoolStatistics.fixed(1),
        new DirectExecutor());
  }
}
