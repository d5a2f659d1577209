package tailgate.virtualthreads;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.cli.AcceptorOptions;
import tailgate.cli.AdmissionOptions;
import tailgate.cli.CapacityOptions;
import tailgate.cli.StageCommand;
import tailgate.cli.StageLauncher;
import tailgate.cli.StartupException;
import tailgate.metrics.CarrierHealth;
import tailgate.metrics.CountingThreadFactory;
import tailgate.metrics.PoolGauges;
import tailgate.metrics.PoolStatistics;
import tailgate.queue.DisciplinedSemaphore;
import tailgate.queue.TaskExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/**
 * Stage 5: each connection gets a virtual thread. It blocks like a platform thread, but meanwhile
 * its carrier thread runs other virtual threads.
 *
 * <p>The number of threads is not limited here. A connection has its permit before its thread
 * exists ({@code --max-connections}), and at most one thread at a time, with either dispatch.
 */
@Command(
    name = "virtual-threads",
    description = "Serves files with a virtual thread for each connection.")
public final class Main extends StageCommand {

  @Mixin private AcceptorOptions acceptors = new AcceptorOptions();

  @Mixin private AdmissionOptions admissionOptions = new AdmissionOptions();

  @Mixin private CapacityOptions capacity = new CapacityOptions();

  @Option(
      names = "--file-threads",
      paramLabel = "N",
      order = -1,
      defaultValue = "0",
      description =
          "Platform threads that read the files that are not in memory, so that a file that is slow"
              + " to come does not hold a carrier; 0: each virtual thread reads by itself."
              + " (${DEFAULT-VALUE})")
  private int fileThreads;

  /** Runs the server until a signal stops it. */
  public static void main(String[] args) {
    Carriers.prepare();
    StageLauncher.main(new Main(), args);
  }

  @Override
  protected Stage stage() {
    createPollers();
    // One name for all: names of their own would take 64 bytes for each idle connection, and a
    // dump has the number of each thread anyway.
    var threads = new CountingThreadFactory(Thread.ofVirtual().name("virtual-thread").factory());
    DisciplinedSemaphore admission = admissionOptions.admission(capacity.maxConnections);
    ExecutorService executor = Executors.newThreadPerTaskExecutor(threads);
    return new Stage(
        "virtual-threads",
        Dispatch.CONNECTION,
        true,
        acceptors.acceptors(),
        "a virtual thread each, at most " + capacity.maxConnections + admissionOptions.inWords(),
        new Gauges(
            threads,
            capacity.maxConnections,
            admission,
            new PinnedThreads(executor),
            CarrierWatchdog.until(executor)),
        admission,
        TaskExecutor.of(executor));
  }

  private record Gauges(
      CountingThreadFactory threads,
      int max,
      @Nullable DisciplinedSemaphore admission,
      PinnedThreads pinnedThreads,
      CarrierWatchdog watchdog)
      implements PoolGauges {

    @Override
    public PoolStatistics statistics() {
      return AdmissionOptions.statistics(threads.alive(), max, admission);
    }

    @Override
    public OptionalLong pinned() {
      return pinnedThreads.count();
    }

    @Override
    public Optional<CarrierHealth> carriers() {
      return Optional.of(watchdog.health());
    }
  }

  private static void createPollers() {
    try {
      Pollers.create();
    } catch (IOException e) {
      throw new StartupException(
          "cannot wait for sockets on virtual threads"
              + Carriers.misfit(Runtime.version(), System.getProperties())
                  .map(" with "::concat)
                  .orElse(""),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  protected @Nullable String warning() {
    return JavaDifference.hang(Runtime.version());
  }

  @Override
  protected CapacityOptions capacity() {
    return capacity;
  }

  @Override
  protected int fileThreads() {
    return fileThreads;
  }
}
