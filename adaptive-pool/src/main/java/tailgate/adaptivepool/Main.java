package tailgate.adaptivepool;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.PolicyChoice;
import tailgate.cli.CapacityOptions;
import tailgate.cli.EnumConverter;
import tailgate.cli.QueueOptions;
import tailgate.cli.ReactorOptions;
import tailgate.cli.StageCommand;
import tailgate.cli.StageLauncher;
import tailgate.cli.TurnOptions;
import tailgate.metrics.PoolResizes;
import tailgate.queue.AdmissionRule;
import tailgate.queue.AdmittingExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** Stage 4: a pool that measures its load, and starts and retires workers accordingly. */
@Command(
    name = "adaptive-pool",
    description = "Serves files with a pool of threads that sizes itself.")
public final class Main extends StageCommand {

  static final ConfigLimits OPTIONS =
      new ConfigLimits("--min-workers", "--max-workers", "--queue", "--interval");

  @Option(
      names = "--min-workers",
      paramLabel = "N",
      defaultValue = "8",
      order = -6,
      description = "Threads that are always there. (${DEFAULT-VALUE})")
  private int min = 8;

  @Option(
      names = "--max-workers",
      paramLabel = "N",
      defaultValue = "256",
      order = -5,
      description = "The most threads there may be. (${DEFAULT-VALUE})")
  private int max = 256;

  @Option(
      names = "--queue",
      paramLabel = "N",
      defaultValue = "1024",
      order = -4,
      description = "Tasks that may wait for a thread. (${DEFAULT-VALUE})")
  private int queue = 1024;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = "littles-law",
      converter = PolicyConverter.class,
      order = -3,
      description =
          "How the number of threads is chosen. littles-law: as many as the load needs, the"
              + " processors can use, and raise the throughput; ladder: by thresholds for queue and"
              + " latency; hill-climbing: as .NET does it; liberty: as Open Liberty does it."
              + " (${DEFAULT-VALUE})")
  private PolicyChoice policy = PolicyChoice.LITTLES_LAW;

  @Option(
      names = "--decide-by",
      paramLabel = "NAME",
      defaultValue = "monitor",
      converter = DecideByConverter.class,
      order = -3,
      description =
          "Who asks the policy. monitor: a thread of its own; submitter: each task that is"
              + " submitted, under a lock, for comparisons. (${DEFAULT-VALUE})")
  private DecideBy decideBy = DecideBy.MONITOR;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "100ms",
      order = -2,
      description = "How often the monitor looks without a signal. (${DEFAULT-VALUE})")
  private Duration interval = Duration.ofMillis(100);

  @Mixin private ReactorOptions reactors = new ReactorOptions();

  @Mixin private QueueOptions queueOptions = new QueueOptions();

  @Mixin private TurnOptions turns = new TurnOptions();

  @Mixin private CapacityOptions capacity = new CapacityOptions();

  static final class PolicyConverter extends EnumConverter<PolicyChoice> {
    PolicyConverter() {
      super(PolicyChoice.class);
    }
  }

  static final class DecideByConverter extends EnumConverter<DecideBy> {
    DecideByConverter() {
      super(DecideBy.class);
    }
  }

  /** Runs the server until it is told to stop. */
  public static void main(String[] args) {
    StageLauncher.main(new Main(), args);
  }

  @Override
  protected Stage stage() {
    OPTIONS.check(min, max, queue, interval);
    AdmissionRule admission = queueOptions.admission();
    var config =
        new AdaptivePoolConfig(
            min,
            max,
            queue,
            queueOptions.discipline(),
            capacity.overload,
            interval,
            policy.policy(),
            decideBy,
            turns.turn(),
            "adaptive-pool",
            System::nanoTime);
    var resizes = new PoolResizes<>(Cause.class);
    var pool = new AdaptivePool(config, new ResizeLog(resizes));
    return new Stage(
        "adaptive-pool",
        Dispatch.REQUEST,
        true,
        reactors.reactors(),
        min
            + " to "
            + max
            + " threads by "
            + policy
            + (decideBy == DecideBy.MONITOR ? "" : " in each submit")
            + ", queue of "
            + queue
            + queueOptions.inWords()
            + turns.inWords(),
        new AdaptivePoolGauges(pool, config, resizes),
        AdmittingExecutor.of(pool, admission, max, System::nanoTime));
  }

  @Override
  protected CapacityOptions capacity() {
    return capacity;
  }
}
