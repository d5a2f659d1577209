package tailgate.lab.run;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Figures;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Segment;
import tailgate.lab.load.ServerView;
import tailgate.lab.process.Children;
import tailgate.lab.stats.SteadyState;

/** One stage under one load of the Hyperfoil engine. */
public record LoadTest(StageRun stages, LoadEngine<LoadSpec> engine) {

  /**
   * The raw results of a run.
   *
   * @param latencies of answers in microseconds, by the label of their segment
   * @param waited how long the requests have waited that were not answered, likewise
   * @param seconds the latencies by the second in which a request was due, in the order of {@link
   *     LoadResult#seconds}
   */
  public record Outcome(
      LoadResult load,
      Map<String, Histogram> latencies,
      Map<String, Histogram> waited,
      List<Histogram> seconds,
      ServerView server) {

    /** Reads them from the folder of a run. */
    public static Outcome read(Path raw) throws IOException {
      Path waited = raw.resolve(Generator.WAITED);
      Path seconds = raw.resolve(Generator.SECONDS);
      return new Outcome(
          JsonFiles.read(raw.resolve(Generator.RESULT), LoadResult.class),
          LatencyLog.read(raw.resolve(Generator.LATENCIES)),
          Files.exists(waited) ? LatencyLog.read(waited) : Map.of(),
          Files.exists(seconds) ? LatencyLog.readAll(seconds) : List.of(),
          StageRun.seen(raw));
    }

    /** Of the segments that count and are wanted. */
    public Figures figures(Predicate<Segment> wanted) {
      return Figures.of(
          LatencyLog.sum(latencies, labels(wanted)),
          LatencyLog.sum(waited, labels(wanted)),
          load.failed(wanted),
          load.unanswered(wanted));
    }

    /** The latencies at {@link Figures#CURVE}, of the same requests as {@link #figures}. */
    public List<Long> curve(Predicate<Segment> wanted) {
      Histogram all = LatencyLog.sum(latencies, labels(wanted));
      all.add(LatencyLog.sum(waited, labels(wanted)));
      return Figures.curve(all);
    }

    private Predicate<String> labels(Predicate<Segment> wanted) {
      Set<String> labels =
          load.segments().stream()
              .map(LoadResult.SegmentResult::segment)
              .filter(wanted)
              .map(Segment::label)
              .collect(toSet());
      return labels::contains;
    }

    /**
     * The part that counts.
     *
     * @param fromMillis when it begins, from the start of the load
     * @param nanos how long it takes
     * @param timelineFromMillis from when on the latency over time is of interest
     */
    public Measurement measurement(
        String name, String stage, long fromMillis, long nanos, long timelineFromMillis) {
      return new Measurement(
          name,
          stage,
          load.answeredInTime() / (nanos / 1e9),
          figures(segment -> true),
          curve(segment -> true),
          load.startEpochMillis() + fromMillis,
          TimeUnit.NANOSECONDS.toMillis(nanos),
          load.timeline().from(timelineFromMillis),
          load.health(),
          server);
    }
  }

  /** A warmed server, at which several loads are driven one after the other. */
  public interface Session {

    /** Whether the server settled before; empty if it was not warmed, or could not be watched. */
    Optional<SteadyState> settled();

    /**
     * Drives a load.
     *
     * @param raw a folder for everything
     */
    Outcome measure(LoadSpec load, Path raw) throws IOException, LabException, InterruptedException;
  }

  /** What is done in a session. */
  @FunctionalInterface
  public interface SessionWork {
    void in(Session session) throws IOException, LabException, InterruptedException;
  }

  /**
   * Starts the stage, warms it, does some work, stops the stage.
   *
   * @param warmUp empty if the loads warm the stage themselves
   * @param path what the stage must answer with 200
   * @param raw a folder for the stage
   * @param progress gets a word on the warm-up
   */
  public void session(
      StageRun.Server server,
      Optional<WarmUp> warmUp,
      String path,
      Path raw,
      Children children,
      PrintWriter progress,
      SessionWork work)
      throws IOException, LabException, InterruptedException {
    stages.measure(
        server,
        path,
        ready -> {
          Optional<SteadyState> settled = Optional.empty();
          if (warmUp.isPresent()) {
            settled = warmUp.get().at(ready, raw, children);
            progress.print(settled.map(SteadyState::toString).orElse("was warmed up") + "; ");
          }
          work.in(new AtStage(ready, settled, children));
        },
        raw,
        children,
        progress);
  }

  private final class AtStage implements Session {

    private final StageRun.Ready ready;
    private final Optional<SteadyState> settled;
    private final Children children;

    AtStage(StageRun.Ready ready, Optional<SteadyState> settled, Children children) {
      this.ready = ready;
      this.settled = settled;
      this.children = children;
    }

    @Override
    public Optional<SteadyState> settled() {
      return settled;
    }

    @Override
    public Outcome measure(LoadSpec load, Path raw)
        throws IOException, LabException, InterruptedException {
      if (!ProcessHandle.of(ready.pid()).map(ProcessHandle::isAlive).orElse(false)) {
        throw new LabException("the server has ended");
      }
      stages.drive(ready, engine, load, raw, children);
      return Outcome.read(raw);
    }
  }

  /** With Hyperfoil, on the java that the stages run on. */
  public static LoadTest with(StageRun stages) {
    return new LoadTest(stages, new HyperfoilRun(stages.java()));
  }

  /**
   * Starts the stage, drives the load, stops the stage.
   *
   * @param raw a folder for everything
   */
  public Outcome measure(
      StageRun.Server server, LoadSpec load, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    stages.measure(server, load.path(), engine, load, raw, children, progress);
    return Outcome.read(raw);
  }
}
