package tailgate.lab.selfcheck;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Figures;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.PercentileCurve;
import tailgate.lab.load.ServerView;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.Children;
import tailgate.lab.run.HyperfoilRun;
import tailgate.lab.run.StageRun;
import tailgate.lab.summary.Report;

/** The lab proves itself: {@link SelfCheckReport}, carried out. A run is the name of a stage. */
public record SelfCheckExperiment(StageRun stages) implements Experiment<String, Measurement> {

  public static final String NAME = "self-check";

  public static final String STAGE = "threadpool";

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(20);

  /** Two JVMs start and end, roughly. */
  private static final Duration OVERHEAD = Duration.ofSeconds(5);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String question() {
    return SelfCheckReport.QUESTION;
  }

  @Override
  public LoadSpec plan() {
    return SelfCheckReport.LOAD;
  }

  @Override
  public List<String> runs() {
    return List.of(STAGE);
  }

  @Override
  public String folderOf(String run) {
    return run;
  }

  @Override
  public Duration perRun() {
    return plan().duration().plus(OVERHEAD);
  }

  @Override
  public Measurement measure(String run, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    HyperfoilRun engine = new HyperfoilRun(stages.java());
    stages.measure(
        new StageRun.Server(run, List.of()),
        plan().path(),
        server -> {
          Thread nuisance = Thread.ofPlatform().daemon().start(() -> standStill(server.pid(), raw));
          try {
            engine.run(children, server.port(), plan(), raw);
          } finally {
            nuisance.interrupt();
            nuisance.join();
          }
        },
        raw,
        children,
        progress);
    return measurement(
        run,
        JsonFiles.read(raw.resolve(Generator.RESULT), LoadResult.class),
        LatencyLog.sum(LatencyLog.read(raw.resolve(Generator.LATENCIES)), tag -> true));
  }

  private static Measurement measurement(String stage, LoadResult load, Histogram latencies) {
    long warmUp = SelfCheckReport.WARM_UP.toMillis();
    long millis = SelfCheckReport.COUNTED.toMillis();
    return new Measurement(
        stage,
        stage,
        latencies.getTotalCount() * 1e3 / millis,
        Figures.of(latencies, load.failed()),
        PercentileCurve.of(latencies),
        load.startEpochMillis() + warmUp,
        millis,
        load.timeline().from(warmUp),
        load.health(),
        ServerView.NOTHING);
  }

  /** A second into the part that counts. */
  private static void standStill(long pid, Path raw) {
    try {
      while (!Files.exists(raw.resolve(Generator.STARTED))) {
        Thread.sleep(POLL);
      }
      Thread.sleep(SelfCheckReport.WARM_UP.plus(SECOND));
      signal("STOP", pid);
      try {
        Thread.sleep(SECOND);
      } finally {
        Thread.interrupted(); // or the signal would not be sent
        signal("CONT", pid);
      }
    } catch (InterruptedException e) {
      // The load is over, or the lab is.
    }
  }

  private static void signal(String name, long pid) throws InterruptedException {
    Tool.output("kill", "-" + name, Long.toString(pid));
  }

  @Override
  public String inOneLine(Measurement result) {
    return String.format(
        Locale.ROOT,
        "p50 %.1f ms, p90 %.1f ms, p99 %.1f ms, %,d failed",
        result.figures().p50() / 1e3,
        result.figures().p90() / 1e3,
        result.figures().p99() / 1e3,
        result.figures().failed());
  }

  @Override
  public Report report(List<Measurement> results) {
    return new SelfCheckReport(results);
  }

  @Override
  public boolean isSatisfiedWith(List<Measurement> results) {
    return new SelfCheckReport(results).sees();
  }
}
