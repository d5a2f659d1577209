package tailgate.lab.handoff;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.process.Children;
import tailgate.lab.run.LoadTest;
import tailgate.lab.run.StageRun;
import tailgate.lab.summary.Report;

/** Runs the comparison of ways to hand tasks to workers. */
public record HandoffExperiment(LoadTest loadTest, HandoffPlan plan)
    implements Experiment<HandoffRun, HandoffResult> {

  public static final String NAME = "handoff";

  /** Roughly the time in which two JVMs start and end. */
  private static final Duration OVERHEAD = Duration.ofSeconds(5);

  /** For the estimate of the time that is left; most machines do better. */
  private static final int USUAL_PER_SECOND = 10_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<HandoffRun> runs() {
    return plan.runs();
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
    LoadTest.Outcome outcome = loadTest.measure(server, plan.load(), raw, children, progress);
    List<SegmentResult> segments = outcome.load().segments();
    SegmentResult steady = segments.get(segments.size() - 1);
    return new HandoffResult(
        run,
        outcome.measurement(
            run.name(),
            HandoffPlan.STAGE,
            TimeUnit.NANOSECONDS.toMillis(steady.fromNanos()),
            Math.max(1, steady.toNanos() - steady.fromNanos()),
            // Its windows are too wide for a run of a second: one would include some of the
            // warm-up.
            Long.MAX_VALUE));
  }

  @Override
  public String inOneLine(HandoffResult result) {
    return format(
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
