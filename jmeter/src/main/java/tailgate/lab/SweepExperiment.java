package tailgate.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.PercentileCurve;
import tailgate.lab.sweep.Sweep;
import tailgate.lab.sweep.SweepResult;
import tailgate.lab.sweep.SweepRun;

/**
 * A sweep, carried out: one run after the other, nothing else meanwhile. A run that fails does not
 * keep the others from being made.
 *
 * @param folder gets a folder of raw results for each run
 */
record SweepExperiment(LoadedRun loadedRun, Sweep sweep, Path folder) {

  private static final Duration OVERHEAD = Duration.ofSeconds(5);

  /** Makes all runs, or those until {@code children} is closed. */
  List<SweepResult> run(Children children, PrintWriter progress) throws InterruptedException {
    List<SweepRun> runs = sweep.runs();
    List<SweepResult> results = new ArrayList<>();
    for (int i = 0; i < runs.size() && !children.isClosed(); i++) {
      long left = sweep.perRun().plus(OVERHEAD).multipliedBy(runs.size() - i).toSeconds();
      progress.printf(
          "[%d/%d, %d:%02d left] %s: ",
          i + 1, runs.size(), left / 60, left % 60, runs.get(i).folder());
      progress.flush();
      attempt(runs.get(i), children, progress).ifPresent(results::add);
    }
    return results;
  }

  private Optional<SweepResult> attempt(SweepRun run, Children children, PrintWriter progress)
      throws InterruptedException {
    try {
      Path raw = Files.createDirectories(folder.resolve(run.folder()));
      List<String> arguments = new ArrayList<>(sweep.arguments());
      arguments.addAll(List.of("--drain-timeout", "1s")); // who still waits is of no interest
      StageRun.Server server = new StageRun.Server(run.stage(), arguments);
      SweepResult result =
          result(run, loadedRun.measure(server, sweep.load(run), raw, children, progress));
      progress.println(inOneLine(result));
      return Optional.of(result);
    } catch (IOException | LabException e) {
      progress.println(
          children.isClosed()
              ? "stopped"
              : "FAILED: " + (e instanceof LabException ? e.getMessage() : e));
      return Optional.empty();
    }
  }

  private SweepResult result(SweepRun run, LoadedRun.Outcome outcome) {
    Histogram latencies = LatencyLog.sum(outcome.latencies(), label -> true);
    long end = outcome.load().startEpochMillis() + sweep.perRun().toMillis();
    long start = end - sweep.duration().toMillis();
    return new SweepResult(
        run,
        latencies.getTotalCount() / (sweep.duration().toMillis() / 1e3),
        Figures.of(latencies, outcome.load().failed()),
        PercentileCurve.of(latencies),
        outcome.server().mean("cpu", start, end),
        outcome.server().peak("rss"),
        outcome.server().peak("threads"));
  }

  private static String inOneLine(SweepResult result) {
    return String.format(
        Locale.ROOT,
        "%,.1f requests/s, p50 %.1f ms, p99 %.1f ms, %,d failed",
        result.perSecond(),
        result.figures().p50() / 1e3,
        result.figures().p99() / 1e3,
        result.figures().failed());
  }
}
