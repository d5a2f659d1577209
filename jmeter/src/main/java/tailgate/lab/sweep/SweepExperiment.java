package tailgate.lab.sweep;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.PercentileCurve;
import tailgate.lab.load.Timeline;
import tailgate.lab.process.Children;
import tailgate.lab.run.LoadedRun;
import tailgate.lab.run.StageRun;
import tailgate.lab.summary.Report;

/** A sweep, carried out. */
public record SweepExperiment(LoadedRun loadedRun, SweepPlan sweep)
    implements Experiment<SweepRun, SweepResult> {

  /** A run's time beyond its load, roughly. */
  private static final Duration OVERHEAD = Duration.ofSeconds(5);

  @Override
  public String name() {
    return sweep.name();
  }

  @Override
  public String question() {
    return sweep.question();
  }

  @Override
  public Object plan() {
    return sweep;
  }

  @Override
  public List<SweepRun> runs() {
    return sweep.runs();
  }

  @Override
  public String folderOf(SweepRun run) {
    return run.folder();
  }

  @Override
  public Duration perRun() {
    return sweep.perRun().plus(OVERHEAD);
  }

  @Override
  public SweepResult measure(SweepRun run, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    List<String> arguments = new ArrayList<>(sweep.arguments());
    arguments.addAll(List.of("--drain-timeout", "1s")); // who still waits is of no interest
    StageRun.Server server = new StageRun.Server(run.stage(), arguments);
    return result(run, loadedRun.measure(server, sweep.load(run), raw, children, progress));
  }

  private SweepResult result(SweepRun run, LoadedRun.Outcome outcome) {
    LoadResult load = outcome.load();
    Histogram latencies = LatencyLog.sum(outcome.latencies(), label -> true);
    long warmUp = sweep.perRun().minus(sweep.duration()).toMillis();
    Timeline latency = load.timeline().from(warmUp);
    return new SweepResult(
        run,
        new Measurement(
            run.name(),
            run.stage(),
            latencies.getTotalCount() / (sweep.duration().toMillis() / 1e3),
            Figures.of(latencies, load.failed()),
            PercentileCurve.of(latencies),
            load.startEpochMillis() + warmUp,
            sweep.duration().toMillis(),
            latency,
            load.health(),
            outcome.server()));
  }

  @Override
  public String inOneLine(SweepResult result) {
    Figures figures = result.measured().figures();
    return String.format(
        Locale.ROOT,
        "%,.1f requests/s, p50 %.1f ms, p99 %.1f ms, %,d failed",
        result.measured().perSecond(),
        figures.p50() / 1e3,
        figures.p99() / 1e3,
        figures.failed());
  }

  @Override
  public Report report(List<SweepResult> results) {
    return new SweepReport(sweep, results);
  }
}
