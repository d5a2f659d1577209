package tailgate.lab.warmup;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.LoadResult;
import tailgate.lab.run.AotCache;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.Server;
import tailgate.lab.run.Testbed;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.stats.SteadyState.Window;
import tailgate.lab.summary.Report;

/**
 * Puts new JVMs under load, and reports each second.
 *
 * @param caches a folder for the caches of JVMs, which stay there for the next run
 */
public record WarmUpExperiment(Testbed testbed, WarmUpPlan plan, Path caches)
    implements Experiment<WarmUpRun, WarmUpResult> {

  public static final String NAME = "warm-up";

  private static final Duration OVERHEAD = Duration.ofSeconds(8);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<WarmUpRun> runs() {
    return plan.runs();
  }

  @Override
  public Duration perRun() {
    return plan.duration().plus(OVERHEAD);
  }

  @Override
  public Class<WarmUpResult> resultType() {
    return WarmUpResult.class;
  }

  /**
   * All servers get their load from one generator, whose code was compiled by the measurement of
   * its ceiling: else its own first seconds would be measured together with the server's.
   */
  @Override
  public Measuring<WarmUpRun, WarmUpResult> open(RunContext context) {
    return (runs, journal, block) -> {
      double most = plan.load(runs.get(0)).mostPerSecond();
      try (LoadRig rig = testbed.start(plan.mostUsers(), most, block)) {
        for (WarmUpRun run : runs) {
          journal.make(run, ofRun -> measure(rig, run, ofRun));
        }
      }
    };
  }

  private WarmUpResult measure(LoadRig rig, WarmUpRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    return result(run, rig.measure(server(run, context), plan.load(run), context));
  }

  private Server server(WarmUpRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    List<String> jvm = run.cached() ? AotCache.use(cache(run, context)) : List.of();
    return new Server(run.stage(), List.of(), Optional.empty(), jvm);
  }

  /** The AOT cache of the stage, made at its first use in this run of the lab. */
  private Path cache(WarmUpRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    Path cache = Files.createDirectories(caches).resolve(run.stage() + ".aot");
    if (!Files.exists(cache)) {
      context.say("(training) ");
      new AotCache(testbed.stages()).make(run.stage(), cache, context.in("training"));
    }
    return cache;
  }

  private WarmUpResult result(WarmUpRun run, LoadOutcome outcome) {
    List<Long> answered =
        outcome.load().seconds().stream().map(LoadResult.Second::answered).toList();
    List<Long> p99 = outcome.seconds().stream().map(WarmUpExperiment::p99).toList();
    List<Double> cpu = new ArrayList<>();
    List<Window> windows = new ArrayList<>();
    for (int i = 0; i < answered.size(); i++) {
      long begun = outcome.load().startEpochMillis() + i * 1_000L;
      double used = outcome.server().kernel().cpuSeconds(begun, begun + 1_000).orElse(Double.NaN);
      cpu.add(used * 1e6 / Math.max(1, answered.get(i)));
      windows.add(Window.of(1, answered.get(i), used));
    }
    return new WarmUpResult(
        run,
        outcome.measurement(run.name(), run.name(), 0, plan.duration().toNanos(), 0),
        answered,
        p99,
        cpu,
        SteadyState.of(windows));
  }

  private static long p99(Histogram second) {
    return second.getTotalCount() == 0 ? 0 : second.getValueAtPercentile(99);
  }

  @Override
  public String inOneLine(WarmUpResult result) {
    return format(
        "%,.0f answers in the first second, %,.0f a second in the last ten; %s",
        result.perSecond(0, 1), result.warm(), result.settled());
  }

  @Override
  public Report report(List<WarmUpResult> results) {
    return new WarmUpReport(plan, results);
  }
}
