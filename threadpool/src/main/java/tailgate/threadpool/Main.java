package tailgate.threadpool;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.cli.CapacityOptions;
import tailgate.cli.EnumConverter;
import tailgate.cli.QueueOptions;
import tailgate.cli.ReactorOptions;
import tailgate.cli.StageCommand;
import tailgate.cli.StageLauncher;
import tailgate.cli.TurnOptions;
import tailgate.queue.AdmissionRule;
import tailgate.queue.AdmittingExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;
import tailgate.threadpool.queue.QueueKind;

/**
 * Stage 3: a fixed pool behind a bounded queue. A worker gets a connection only when bytes of a
 * request have arrived.
 */
@Command(
    name = "threadpool",
    description = "Serves files with a fixed pool of threads behind a bounded queue.")
public final class Main extends StageCommand {

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "100",
      order = -4,
      description = "Threads in the pool, 1 to " + FixedPool.MOST_WORKERS + ". (${DEFAULT-VALUE})")
  private int workers = 100;

  @Option(
      names = "--queue",
      paramLabel = "N",
      defaultValue = "1024",
      order = -3,
      description =
          "Tasks that may wait for a thread, 1 to "
              + FixedPool.LONGEST_QUEUE
              + ". (${DEFAULT-VALUE})")
  private int queue = 1024;

  @Option(
      names = "--queue-kind",
      paramLabel = "KIND",
      defaultValue = "array",
      converter = QueueKindConverter.class,
      order = -2,
      description =
          "The queue between reactor and workers: lock, array, linked, transfer, semaphores or"
              + " park. All keep the same promises. (${DEFAULT-VALUE})")
  private QueueKind queueKind = QueueKind.ARRAY;

  @Mixin private ReactorOptions reactors = new ReactorOptions();

  @Mixin private QueueOptions queueOptions = new QueueOptions();

  @Mixin private TurnOptions turns = new TurnOptions();

  @Mixin private CapacityOptions capacity = new CapacityOptions();

  private static final class QueueKindConverter extends EnumConverter<QueueKind> {
    private QueueKindConverter() {
      super(QueueKind.class);
    }
  }

  /** Runs the server until it is told to stop. */
  public static void main(String[] args) {
    StageLauncher.main(new Main(), args);
  }

  @Override
  protected Stage stage() {
    AdmissionRule admission = queueOptions.admission();
    var pool =
        new FixedPool(
            workers,
            queue,
            queueKind,
            capacity.overload,
            queueOptions.discipline(),
            turns.turn(),
            System::nanoTime);
    return new Stage(
        "threadpool",
        Dispatch.REQUEST,
        true,
        reactors.reactors(),
        workers + " threads, queue of " + queue + queueOptions.inWords() + turns.inWords(),
        pool::statistics,
        AdmittingExecutor.of(pool, admission, workers, System::nanoTime));
  }

  @Override
  protected CapacityOptions capacity() {
    return capacity;
  }
}
