package tailgate.lab.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Figures;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.process.Children;

/** One stage under one load of the Hyperfoil engine. */
public record LoadTest(StageRun stages, LoadEngine<LoadSpec> engine) {

  /** The raw results of a run. */
  public record Outcome(LoadResult load, Map<String, Histogram> latencies, ServerView server) {

    /** Reads them from the folder of a run. */
    public static Outcome read(Path raw) throws IOException {
      return new Outcome(
          JsonFiles.read(raw.resolve(Generator.RESULT), LoadResult.class),
          LatencyLog.read(raw.resolve(Generator.LATENCIES)),
          StageRun.seen(raw));
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
      Histogram all = LatencyLog.sum(latencies, label -> true);
      return new Measurement(
          name,
          stage,
          all.getTotalCount() / (nanos / 1e9),
          Figures.of(all, load.failed()),
          Figures.curve(all),
          load.startEpochMillis() + fromMillis,
          TimeUnit.NANOSECONDS.toMillis(nanos),
          load.timeline().from(timelineFromMillis),
          load.health(),
          server);
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
