package tailgate.lab.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.ServerView;
import tailgate.lab.process.Children;

/** One stage under one load of the finer engine. */
public record LoadedRun(WatchedRun stages, LoadEngine<LoadSpec> engine) {

  /** What came of it, as read from its raw results. */
  public record Outcome(LoadResult load, Map<String, Histogram> latencies, ServerView server) {}

  LoadedRun(StageRun stages, LoadEngine<LoadSpec> engine) {
    this(new WatchedRun(stages), engine);
  }

  /** With Hyperfoil, on the java that the stages run on. */
  public static LoadedRun with(StageRun stages) {
    return new LoadedRun(stages, new HyperfoilRun(stages.java()));
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
    return new Outcome(
        JsonFiles.read(raw.resolve(Generator.RESULT), LoadResult.class),
        LatencyLog.read(raw.resolve(Generator.LATENCIES)),
        WatchedRun.seen(raw));
  }
}
