package tailgate.lab.warmup;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.io.PrintWriter;
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
import tailgate.lab.process.Children;
import tailgate.lab.run.AotCache;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.LoadTest;
import tailgate.lab.run.Server;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.stats.SteadyState.Window;
import tailgate.lab.summary.Report;

/**
 * Puts new JVMs under load, and reports each second.
 *
 * @param caches a folder for the caches of JVMs, which stay there for the next run
 */
public record WarmUpExperiment(LoadTest loadTest, WarmUpPlan plan, Path caches)
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
  public void share(
      WarmUpRun first,
      Path raw,
      Children children,
      PrintWriter progress,
      Work<WarmUpRun, WarmUpResult> runs)
      throws IOException, LabException, InterruptedException {
    loadTest.keepingGenerator(
        plan.mostUsers(),
        plan.load(first).mostPerSecond(),
        raw,
        children,
        kept -> runs.with((run, its) -> measure(run, kept, its, children, progress)));
  }

  @Override
  public WarmUpResult measure(WarmUpRun run, Path raw, Children children, PrintWriter progress) {
    throw new IllegalStateException("runs are made with a generator that they share");
  }

  private WarmUpResult measure(
      WarmUpRun run, LoadTest kept, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    List<String> jvm = run.cached() ? AotCache.use(cache(run, raw, children, progress)) : List.of();
    Server server = new Server(run.stage(), List.of(), Optional.empty(), jvm);
    return result(run, kept.measure(server, plan.load(run), raw, children, progress));
  }

  /** The AOT cache of the stage, made at its first use in this run of the lab. */
  private Path cache(WarmUpRun run, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    Path cache = Files.createDirectories(caches).resolve(run.stage() + ".aot");
    if (!Files.exists(cache)) {
      progress.print("(training) ");
      progress.flush();
      Path training = Files.createDirectories(raw.resolve("training"));
      new AotCache(loadTest.stages()).make(run.stage(), cache, training, children, progress);
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
