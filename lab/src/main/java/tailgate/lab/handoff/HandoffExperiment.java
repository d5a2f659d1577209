package tailgate.lab.handoff;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.Server;
import tailgate.lab.run.ServerSession;
import tailgate.lab.run.SmallSite;
import tailgate.lab.run.Testbed;
import tailgate.lab.run.WarmUp;
import tailgate.lab.summary.Report;

/** Runs the comparison of ways to hand tasks to workers. */
public record HandoffExperiment(Testbed testbed, HandoffPlan plan)
    implements Experiment<HandoffRun, HandoffResult> {

  public static final String NAME = "handoff";

  /** Roughly the time in which two JVMs start and end. */
  private static final Duration OVERHEAD = Duration.ofSeconds(8);

  /** Roughly the time until a server has settled. */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  /** For the estimate of the time that is left; most machines do better. */
  private static final int USUAL_PER_SECOND = 8_000;

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
    return OVERHEAD
        .plus(plan.settles() ? WARM_UP : Duration.ZERO)
        .plusSeconds((1 + plan.testsOfEach()) * plan.requests() / USUAL_PER_SECOND);
  }

  @Override
  public Class<HandoffResult> resultType() {
    return HandoffResult.class;
  }

  /**
   * All loads have one generator: a new one is late while it is compiled, for longer than its own
   * warm-up takes.
   */
  @Override
  public Measuring<HandoffRun, HandoffResult> open(RunContext context)
      throws IOException, LabException, InterruptedException {
    Testbed certain = plan.settles() ? testbed.certainOfCeiling() : testbed;
    LoadRig rig = certain.start(HandoffPlan.CONNECTIONS, context);
    return Measuring.with(rig, (runs, journal, server) -> make(rig, runs, journal, server));
  }

  /** Each run has a server of its own; only if it is made again, it is made there again. */
  private void make(
      LoadRig rig,
      List<HandoffRun> runs,
      Journal<HandoffRun, HandoffResult> journal,
      RunContext context)
      throws IOException, LabException, InterruptedException {
    HandoffRun first = runs.get(0);
    context.say(first.server() + ": ");
    Optional<Path> site = site(context.folder());
    Server server = new Server(HandoffPlan.STAGE, plan.arguments(first), site);
    try (ServerSession session = ServerSession.open(rig, server, plan.resource(), context)) {
      if (plan.settles()) {
        session.settle(warmUp(first));
      }
      context.progress().println("ready");
      for (HandoffRun run : runs) {
        journal.make(run, ofRun -> result(run, session.measure(plan.load(run), ofRun)));
      }
      session.checkAlive();
    }
  }

  /** Empty for the sample site. */
  private Optional<Path> site(Path raw) throws IOException {
    if (plan.fileSize() != null) {
      return Optional.of(SmallSite.in(raw, plan.resource(), plan.fileSize()));
    }
    if (plan.path() != null) {
      return Optional.empty();
    }
    Path site = Files.createDirectories(raw.resolve("site"));
    Files.writeString(site.resolve(HandoffPlan.PATH.substring(1)), HandoffPlan.TEN_BYTES);
    return Optional.of(site);
  }

  private WarmUp warmUp(HandoffRun run) {
    return WarmUp.closed(
        plan.resource(),
        List.of(!run.newConnections()),
        HandoffPlan.CONNECTIONS,
        HandoffPlan.TIMEOUT);
  }

  private static HandoffResult result(HandoffRun run, LoadOutcome outcome) {
    List<SegmentResult> tests =
        outcome.load().segments().stream()
            .filter(result -> result.segment().kind().counts())
            .toList();
    long from = tests.get(0).fromNanos();
    long nanos = Math.max(1, tests.get(tests.size() - 1).toNanos() - from);
    return new HandoffResult(
        run,
        outcome.measurement(
            run.name(),
            HandoffPlan.STAGE,
            TimeUnit.NANOSECONDS.toMillis(from),
            nanos,
            // Its windows are too wide for a run of a second: one would include some of the
            // warm-up.
            Long.MAX_VALUE),
        tests.stream().map(HandoffExperiment::perSecond).toList());
  }

  private static double perSecond(SegmentResult test) {
    return test.answeredInTime() * 1e9 / Math.max(1, test.toNanos() - test.fromNanos());
  }

  /** Of a single block there is no verdict anyway. */
  @Override
  public Optional<String> spoiled(HandoffResult result) {
    return plan.trials() > 1 ? result.measured().lateness() : Optional.empty();
  }

  @Override
  public String inOneLine(HandoffResult result) {
    return format(
        "%,.0f requests/s%s, p50 %.2f ms, p99 %.2f ms%s",
        result.measured().perSecond(),
        result.byTest(),
        result.measured().figures().p50() / 1e3,
        result.measured().figures().p99() / 1e3,
        result.objection().map(o -> "; DOES NOT COUNT, " + o).orElse(""));
  }

  @Override
  public Report report(List<HandoffResult> results) {
    return new HandoffReport(plan, results);
  }
}
