package tailgate.lab.handoff;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.PercentileCurve;
import tailgate.lab.process.Children;
import tailgate.lab.run.LoadedRun;
import tailgate.lab.run.StageRun;
import tailgate.lab.summary.Report;

/** The comparison of ways to hand tasks to workers, carried out. */
public record HandoffExperiment(LoadedRun loadedRun, HandoffPlan plan)
    implements Experiment<HandoffRun, HandoffResult> {

  public static final String NAME = "handoff";

  /** Two JVMs start and end, roughly. */
  private static final Duration OVERHEAD = Duration.ofSeconds(5);

  /** For the time that is left; most machines do better. */
  private static final int USUAL_PER_SECOND = 10_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String question() {
    return HandoffReport.QUESTION;
  }

  @Override
  public HandoffPlan plan() {
    return plan;
  }

  @Override
  public List<HandoffRun> runs() {
    return plan.runs();
  }

  @Override
  public String folderOf(HandoffRun run) {
    return run.folder();
  }

  @Override
  public Duration perRun() {
    return OVERHEAD.plusSeconds(2 * plan.requests() / USUAL_PER_SECOND);
  }

  @Override
  public HandoffResult measure(HandoffRun run, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    Path site = Files.createDirectories(raw.resolve("site"));
    Files.writeString(site.resolve(HandoffPlan.PATH.substring(1)), HandoffPlan.TEN_BYTES);
    StageRun.Server server =
        new StageRun.Server(HandoffPlan.STAGE, run.arguments(), Optional.of(site));
    return result(run, loadedRun.measure(server, plan.load(), raw, children, progress));
  }

  private static HandoffResult result(HandoffRun run, LoadedRun.Outcome outcome) {
    LoadResult load = outcome.load();
    LoadResult.SegmentResult steady = load.segments().get(load.segments().size() - 1);
    Histogram latencies = LatencyLog.sum(outcome.latencies(), label -> true);
    long fromMillis = TimeUnit.NANOSECONDS.toMillis(steady.fromNanos());
    long nanos = Math.max(1, steady.toNanos() - steady.fromNanos());
    return new HandoffResult(
        run,
        new Measurement(
            run.name(),
            HandoffPlan.STAGE,
            latencies.getTotalCount() / (nanos / 1e9),
            Figures.of(latencies, load.failed()),
            PercentileCurve.of(latencies),
            load.startEpochMillis() + fromMillis,
            TimeUnit.NANOSECONDS.toMillis(nanos),
            // Its windows are too wide for a run of a second: one would have some of the warm-up.
            load.timeline().from(Long.MAX_VALUE),
            load.health(),
            outcome.server()));
  }

  @Override
  public String inOneLine(HandoffResult result) {
    return String.format(
        Locale.ROOT,
        "%,.0f requests/s, p50 %.2f ms, p99 %.2f ms%s",
        result.measured().perSecond(),
        result.measured().figures().p50() / 1e3,
        result.measured().figures().p99() / 1e3,
        result.objection().map(o -> "; DOES NOT COUNT, " + o).orElse(""));
  }

  @Override
  public Report report(List<HandoffResult> results) {
    return new HandoffReport(plan, results);
  }
}
