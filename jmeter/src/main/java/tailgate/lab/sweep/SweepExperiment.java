package tailgate.lab.sweep;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Figures;
import tailgate.lab.process.Children;
import tailgate.lab.run.LoadTest;
import tailgate.lab.run.StageRun;
import tailgate.lab.summary.Report;

/** Runs a sweep. */
public record SweepExperiment(LoadTest loadTest, SweepPlan plan)
    implements Experiment<SweepRun, SweepResult> {

  /** Roughly the time of a run beyond its load. */
  private static final Duration OVERHEAD = Duration.ofSeconds(5);

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public List<SweepRun> runs() {
    return plan.runs();
  }

  @Override
  public Duration perRun() {
    return plan.perRun().plus(OVERHEAD);
  }

  @Override
  public SweepResult measure(SweepRun run, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    List<String> arguments = new ArrayList<>(plan.arguments());
    // Requests that still wait for an answer at the end are not counted.
    arguments.addAll(List.of("--drain-timeout", "1s"));
    StageRun.Server server = new StageRun.Server(run.stage(), arguments);
    LoadTest.Outcome outcome = loadTest.measure(server, plan.load(run), raw, children, progress);
    long warmUp = plan.perRun().minus(plan.duration()).toMillis();
    return new SweepResult(
        run,
        outcome.measurement(run.name(), run.stage(), warmUp, plan.duration().toNanos(), warmUp));
  }

  @Override
  public String inOneLine(SweepResult result) {
    Figures figures = result.measured().figures();
    return format(
        "%,.1f requests/s, p50 %s ms, p99 %s ms, %,d failed, %,d unanswered",
        result.measured().perSecond(),
        figures.millis(50),
        figures.millis(99),
        figures.failed(),
        figures.missing());
  }

  @Override
  public Report report(List<SweepResult> results) {
    return new SweepReport(plan, results);
  }
}
