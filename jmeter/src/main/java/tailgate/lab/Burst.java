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
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import tailgate.lab.burst.BurstResult;
import tailgate.lab.burst.BurstRun;
import tailgate.lab.burst.Pace;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.PercentileCurve;
import tailgate.lab.load.Segment.Kind;

/**
 * The burst experiment, carried out: one run after the other, nothing else meanwhile. A run that
 * fails does not keep the others from being made.
 *
 * @param folder gets a folder of raw results for each run
 */
record Burst(LoadedRun loadedRun, List<BurstRun> runs, Pace pace, Path folder) {

  /** What every server is asked for: as little as possible, the handler is what counts. */
  static final String RESOURCE = "/logo.svg";

  /** A run's time beyond its load, roughly: two JVMs start, connect and end. */
  static final Duration OVERHEAD = Duration.ofSeconds(4);

  /** More than pile up in the worst spike, so that no arrival has to wait for a connection. */
  private static final int USERS = 2_048;

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /**
   * Makes all runs, or those until {@code children} is closed.
   *
   * @param progress gets a line for each run
   */
  List<BurstResult> run(Children children, PrintWriter progress) throws InterruptedException {
    List<BurstResult> results = new ArrayList<>();
    for (int i = 0; i < runs.size() && !children.isClosed(); i++) {
      long left = pace.total().plus(OVERHEAD).multipliedBy(runs.size() - i).toSeconds();
      progress.printf(
          "[%d/%d, %d:%02d left] %s: ",
          i + 1, runs.size(), left / 60, left % 60, runs.get(i).folder());
      progress.flush();
      attempt(runs.get(i), children, progress).ifPresent(results::add);
    }
    return results;
  }

  private Optional<BurstResult> attempt(BurstRun run, Children children, PrintWriter progress)
      throws InterruptedException {
    try {
      BurstResult result = measure(run, children, progress);
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

  private BurstResult measure(BurstRun run, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    List<String> arguments = new ArrayList<>(run.candidate().arguments());
    arguments.addAll(run.workload().arguments());
    StageRun.Server server = new StageRun.Server(run.candidate().stage(), arguments);
    Path raw = Files.createDirectories(folder.resolve(run.folder()));
    return result(run, loadedRun.measure(server, load(run), raw, children, progress));
  }

  private LoadSpec load(BurstRun run) {
    return new LoadSpec(
        RESOURCE, run.keepAlive(), USERS, false, run.workload().segments(pace), TIMEOUT.toMillis());
  }

  private static BurstResult result(BurstRun run, LoadedRun.Outcome outcome) {
    LoadResult load = outcome.load();
    Predicate<String> spike = label -> label.startsWith("spike");
    Histogram spikes = LatencyLog.sum(outcome.latencies(), spike);
    Histogram calm = LatencyLog.sum(outcome.latencies(), spike.negate());
    return new BurstResult(
        run.workload().name(),
        run.keepAlive(),
        run.trial(),
        run.candidate().role(),
        run.candidate().stage(),
        Figures.of(spikes, load.failed(s -> s.kind() == Kind.SPIKE)),
        Figures.of(calm, load.failed(s -> s.kind() != Kind.SPIKE)),
        PercentileCurve.of(spikes),
        load.health(),
        load.startEpochMillis(),
        load.timeline(),
        outcome.server());
  }

  private static String inOneLine(BurstResult result) {
    return String.format(
        Locale.ROOT,
        "spike p50 %.1f ms, p99 %.1f ms; else p99 %.1f ms; up to %.0f threads%s",
        result.spikes().p50() / 1e3,
        result.spikes().p99() / 1e3,
        result.calm().p99() / 1e3,
        result.server().peak("threads"),
        result.objection().map(o -> "; DOES NOT COUNT, " + o).orElse(""));
  }
}
