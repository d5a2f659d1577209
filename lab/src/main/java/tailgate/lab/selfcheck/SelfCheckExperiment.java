package tailgate.lab.selfcheck;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.jmeter.JMeterRun;
import tailgate.lab.jmeter.Jtl;
import tailgate.lab.jmeter.Samples;
import tailgate.lab.jmeter.SteadyRun;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Tool;
import tailgate.lab.monitor.StopWatch;
import tailgate.lab.project.Project;
import tailgate.lab.run.EchoProcess;
import tailgate.lab.run.HyperfoilRun;
import tailgate.lab.run.LoadGenerator;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.RunningServer;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.StageRun;
import tailgate.lab.summary.Report;

/** Runs the checks by which the lab proves itself; {@link Check} explains them. */
public record SelfCheckExperiment(StageRun stages)
    implements Experiment<SelfCheckExperiment.CheckRun, SelfCheckResult> {

  /** A run of one check, which is named after it. */
  public record CheckRun(Check check) implements Run {
    @Override
    public String folder() {
      return check.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public static final String NAME = "self-check";

  public static final List<String> STAGES = List.of("threadpool", "virtual-threads");

  private static final Duration POLL = Duration.ofMillis(20);

  /** Roughly the time in which two JVMs start and end. */
  private static final Duration OVERHEAD = Duration.ofSeconds(8);

  /** The time of a load by which the rest is estimated; the longest load is much longer. */
  private static final Duration USUAL_LOAD = Duration.ofSeconds(35);

  /** The time that JMeter has for its start and its end. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(60);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Check> plan() {
    return List.of(Check.values());
  }

  @Override
  public List<CheckRun> runs() {
    return Stream.of(Check.values()).map(CheckRun::new).toList();
  }

  @Override
  public Duration perRun() {
    return USUAL_LOAD.plus(OVERHEAD);
  }

  @Override
  public Class<SelfCheckResult> resultType() {
    return SelfCheckResult.class;
  }

  @Override
  public Measuring<CheckRun, SelfCheckResult> open(RunContext context) {
    return Measuring.each(this::measure);
  }

  private SelfCheckResult measure(CheckRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    Check check = run.check;
    Path raw = context.folder();
    // The generator that drives such loads in the experiments.
    LoadGenerator<LoadSpec> generator =
        new HyperfoilRun(stages.java(), stages.isolation()).upTo(check.load().mostPerSecond());
    ServerSpec server = new ServerSpec(check.server(), check.arguments());
    if (check == Check.SPIN) {
      EchoProcess echo = new EchoProcess(stages.java(), stages.isolation(), 0, Check.SPIN_TIME);
      IdleGate.Quiet quiet = stages.awaitQuiet();
      try (RunningServer running = echo.start(context)) {
        stages.drive(generator, check.load(), running.ready(), quiet, context, raw);
      }
    } else if (check.stops()) {
      return result(check, raw, stopped(server, generator, check.load(), context));
    } else {
      LoadGenerator<LoadSpec> all =
          check == Check.SECOND ? oneAfterTheOther(generator, jmeter()) : generator;
      stages.measure(server, check.load().path(), all, check.load(), context);
    }
    return result(check, raw, OptionalLong.empty());
  }

  /** Stops a server for a while under a load, and returns for how long. */
  private OptionalLong stopped(
      ServerSpec server, LoadGenerator<LoadSpec> generator, LoadSpec load, RunContext context)
      throws IOException, LabException, InterruptedException {
    Stopper stopper = new Stopper(context.folder());
    stages.awaitQuiet();
    try (RunningServer running = stages.start(server, load.path(), context)) {
      stopper.start(running.ready().pid());
      try {
        generator.drive(load, running.ready(), context);
      } finally {
        stopper.end();
      }
      running.checkAlive();
    }
    return stopper.stoppedNanos();
  }

  private LoadGenerator<LoadSpec> jmeter() {
    Project project = stages.project();
    return new SteadyRun(
        stages.java(), project.jmeterJar(), project.steadyPlan(), ALLOWANCE, stages.isolation());
  }

  /** Drives the same load twice; the two leave files of different names. */
  private static LoadGenerator<LoadSpec> oneAfterTheOther(
      LoadGenerator<LoadSpec> first, LoadGenerator<LoadSpec> second) {
    return (load, server, context) -> {
      first.drive(load, server, context);
      second.drive(load, server, context);
    };
  }

  private static SelfCheckResult result(Check check, Path raw, OptionalLong stoppedNanos)
      throws IOException, LabException {
    LoadOutcome outcome = LoadOutcome.read(raw);
    long before = Check.beforeCounted().toMillis();
    Measurement measured =
        outcome.measurement(
            check.title(), check.server(), before, check.counted().toNanos(), before);
    if (stoppedNanos.isEmpty()) {
      return new SelfCheckResult(check, measured, null, null, second(check, raw));
    }
    double millis = stoppedNanos.getAsLong() / 1e6;
    Histogram latencies = LatencyLog.sum(outcome.latencies(), label -> true);
    long slow = latencies.getCountBetweenValues(Math.round(500 * millis), Long.MAX_VALUE);
    return new SelfCheckResult(check, measured, millis, slow, null);
  }

  private static @Nullable Measurement second(Check check, Path raw)
      throws IOException, LabException {
    if (check != Check.SECOND) {
      return null;
    }
    Samples samples = Jtl.read(raw.resolve(JMeterRun.RESULTS), JMeterRun.LABEL);
    return samples.measurement(
        check.title() + " (JMeter)",
        check.server(),
        samples.health(SteadyRun.counted(check.load())),
        ServerView.NOTHING); // what was seen of it is in the measurement of ours
  }

  /** Stops the server in the part that counts, and measures for how long. */
  private static final class Stopper {

    private final Path raw;
    private final CompletableFuture<OptionalLong> stopped = new CompletableFuture<>();

    /** Written before the load begins, by the thread that ends it. */
    private List<Thread> threads = List.of();

    Stopper(Path raw) {
      this.raw = raw;
    }

    void start(long pid) {
      threads =
          List.of(
              Thread.ofPlatform().daemon().name("stopper").start(() -> stopForASecond(pid)),
              Thread.ofPlatform().daemon().name("stop-watch").start(() -> watch(pid)));
    }

    void end() throws InterruptedException {
      for (Thread thread : threads) {
        thread.interrupt();
        thread.join();
      }
    }

    OptionalLong stoppedNanos() {
      return stopped.getNow(OptionalLong.empty());
    }

    private void watch(long pid) {
      try {
        stopped.complete(StopWatch.of(pid).nextStop());
      } catch (InterruptedException e) {
        // The load is over.
      }
    }

    private void stopForASecond(long pid) {
      try {
        while (!Files.exists(raw.resolve(Generator.STARTED))) {
          Thread.sleep(POLL);
        }
        Thread.sleep(Check.beforeCounted().plus(Check.STOP_AFTER));
        signal("STOP", pid);
        try {
          Thread.sleep(Check.STOP);
        } finally {
          Thread.interrupted(); // else the signal would not be sent
          signal("CONT", pid);
        }
      } catch (InterruptedException e) {
        // The load is over, or the lab is.
      }
    }

    private static void signal(String name, long pid) throws InterruptedException {
      Tool.output("kill", "-" + name, Long.toString(pid));
    }
  }

  @Override
  public String inOneLine(SelfCheckResult result) {
    return Expectation.of(result).stream()
        .map(e -> format("%s %s (should be %s)", e.figure(), e.wasText(), e.text()))
        .collect(joining(", "));
  }

  @Override
  public Report report(List<SelfCheckResult> results) {
    return new SelfCheckReport(results);
  }

  @Override
  public int exitCode(List<SelfCheckResult> results) {
    return new SelfCheckReport(results).sees() ? 0 : 1;
  }
}
