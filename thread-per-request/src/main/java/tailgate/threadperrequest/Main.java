package tailgate.threadperrequest;

import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tailgate.cli.AcceptorOptions;
import tailgate.cli.AdmissionOptions;
import tailgate.cli.CapacityOptions;
import tailgate.cli.StageCommand;
import tailgate.cli.StageLauncher;
import tailgate.metrics.CountingThreadFactory;
import tailgate.queue.DisciplinedSemaphore;
import tailgate.queue.TaskExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;
import tailgate.server.stage.ThreadReserve;

/** Stage 2: each connection gets a new platform thread, which ends with the connection. */
@Command(
    name = "thread-per-request",
    description = "Serves files with a new platform thread for each connection.")
public final class Main extends StageCommand {

  @Mixin private AcceptorOptions acceptors = new AcceptorOptions();

  @Mixin private AdmissionOptions admissionOptions = new AdmissionOptions();

  @Mixin private CapacityOptions capacity = new CapacityOptions();

  /** Runs the server until a signal stops it. */
  public static void main(String[] args) {
    StageLauncher.main(new Main(), args);
  }

  @Override
  protected Stage stage() {
    var threads =
        new CountingThreadFactory(
            ThreadReserve.ofProcess()
                .guard(Thread.ofPlatform().name("thread-per-request-", 1).factory()));
    DisciplinedSemaphore admission = admissionOptions.admission(capacity.maxConnections);
    return new Stage(
        "thread-per-request",
        Dispatch.CONNECTION,
        true,
        acceptors.acceptors(),
        "a new thread each, at most " + capacity.maxConnections + admissionOptions.inWords(),
        () -> AdmissionOptions.statistics(threads.alive(), capacity.maxConnections, admission),
        admission,
        TaskExecutor.of(Executors.newThreadPerTaskExecutor(threads)));
  }

  @Override
  protected CapacityOptions capacity() {
    return capacity;
  }

  @Override
  protected int threadsOfConnections() {
    return capacity.maxConnections;
  }
}
