package tailgate.lab.selfcheck;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.Children;
import tailgate.lab.run.HyperfoilRun;
import tailgate.lab.run.LoadTest;
import tailgate.lab.run.StageRun;
import tailgate.lab.summary.Report;

/** Runs the check by which the lab proves itself; {@link SelfCheckReport} explains it. */
public record SelfCheckExperiment(StageRun stages)
    implements Experiment<SelfCheckExperiment.Stage, Measurement> {

  /** The only run, which is named after its stage. */
  public record Stage(String folder) implements Run {}

  public static final String NAME = "self-check";

  public static final String STAGE = "threadpool";

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(20);

  /** Roughly the time in which two JVMs start and end. */
  private static final Duration OVERHEAD = Duration.ofSeconds(5);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LoadSpec plan() {
    return SelfCheckReport.LOAD;
  }

  @Override
  public List<Stage> runs() {
    return List.of(new Stage(STAGE));
  }

  @Override
  public Duration perRun() {
    return plan().duration().plus(OVERHEAD);
  }

  @Override
  public Class<Measurement> resultType() {
    return Measurement.class;
  }

  @Override
  public Measurement measure(Stage run, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    HyperfoilRun engine = new HyperfoilRun(stages.java());
    stages.measure(
        new StageRun.Server(run.folder, List.of()),
        plan().path(),
        server -> {
          Thread stopper =
              Thread.ofPlatform().daemon().start(() -> stopForASecond(server.pid(), raw));
          try {
            engine.run(children, server.port(), plan(), raw);
          } finally {
            stopper.interrupt();
            stopper.join();
          }
        },
        raw,
        children,
        progress);
    return LoadTest.Outcome.read(raw)
        .measurement(
            run.folder,
            run.folder,
            SelfCheckReport.WARM_UP.toMillis(),
            SelfCheckReport.COUNTED.toNanos(),
            SelfCheckReport.WARM_UP.toMillis());
  }

  /** Begins a second after the warm-up. */
  private static void stopForASecond(long pid, Path raw) {
    try {
      while (!Files.exists(raw.resolve(Generator.STARTED))) {
        Thread.sleep(POLL);
      }
      Thread.sleep(SelfCheckReport.WARM_UP.plus(SECOND));
      signal("STOP", pid);
      try {
        Thread.sleep(SECOND);
      } finally {
        Thread.interrupted(); // else the signal would not be sent
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
    return format(
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
