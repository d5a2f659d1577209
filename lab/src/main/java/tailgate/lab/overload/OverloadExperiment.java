package tailgate.lab.overload;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.ServerWarmUp;
import tailgate.lab.run.Testbed;
import tailgate.lab.summary.Report;

/**
 * Overloads servers by multiples of their own capacity.
 *
 * @param handlers the jar of the handler with a back end; empty if no run needs it
 */
public record OverloadExperiment(Testbed testbed, OverloadPlan plan, Optional<Path> handlers)
    implements Experiment<OverloadRun, OverloadResult> {

  public static final String NAME = "overload";

  /** Roughly the time of a run beyond its loads: the server starts and ends. */
  private static final Duration OVERHEAD = Duration.ofSeconds(4);

  /** The same for its warm-up. */
  private static final Duration WARM_UP = Duration.ofSeconds(22);

  private static final Duration WARM_UP_TIMEOUT = Duration.ofSeconds(5);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<OverloadRun> runs() {
    return plan.runs();
  }

  @Override
  public Duration perRun() {
    return new OverloadLoads(plan)
        .perRun()
        .plus(OVERHEAD)
        .plus(plan.settles() ? WARM_UP : Duration.ZERO);
  }

  @Override
  public Class<OverloadResult> resultType() {
    return OverloadResult.class;
  }

  /** All runs of a block are driven by one generator: it is started and compiled once. */
  @Override
  public Measuring<OverloadRun, OverloadResult> open(RunContext context) {
    return (runs, journal, block) -> {
      double most = plan.mostPerSecond(testbed.stages().serverCores());
      try (LoadRig rig = testbed.start(plan.mostConnections(), most, block)) {
        for (OverloadRun run : runs) {
          journal.make(run, ofRun -> measure(rig, run, ofRun));
        }
      }
    };
  }

  private OverloadResult measure(LoadRig rig, OverloadRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    String jar = handlers.map(Path::toString).orElse("");
    ServerSpec server =
        new ServerSpec(run.stage(), plan.more().of(run.stage(), run.arguments(jar)));
    try (ServerSession session = ServerSession.open(rig, server, OverloadPlan.PATH, context)) {
      if (plan.settles()) {
        session.settle(warmUp(run));
      }
      OverloadResult result = result(run, session, context);
      session.checkAlive();
      return result;
    }
  }

  private ServerWarmUp warmUp(OverloadRun run) {
    return ServerWarmUp.closed(
        OverloadPlan.PATH,
        List.of(run.keepsConnections()),
        run.handler().users(plan.atATime(run)),
        WARM_UP_TIMEOUT);
  }

  private OverloadResult result(OverloadRun run, ServerSession session, RunContext context)
      throws IOException, LabException, InterruptedException {
    OverloadLoads loads = new OverloadLoads(plan);
    LoadOutcome alone = session.measure(loads.closed(run), context.in("capacity"));
    SegmentResult steady = first(alone, Kind.STEADY);
    double capacity = steady.answeredInTime() * 1e3 / steady.segment().millis();
    if (capacity == 0) {
      throw new LabException("the server answered nobody while its capacity was measured");
    }
    context.say(format("can do %,.0f/s; ", capacity));
    LoadOutcome outcome = session.goOn(loads.open(run, capacity), context.in("open"));
    Stretches its =
        new Stretches(
            run, outcome.load(), outcome.latencies(), outcome.waited(), outcome.server().kernel());
    List<OverloadPoint> steps = its.steps(plan);
    return new OverloadResult(
        run,
        capacity,
        steady.figures(),
        outcome.load().health().ceilingPerSecond(),
        steps,
        its.begin(plan),
        its.after(plan),
        its.recoveryMillis(plan),
        session.settled().orElse(null),
        measured(run, outcome, its, capacity));
  }

  private static SegmentResult first(LoadOutcome outcome, Kind kind) {
    return outcome.load().segments().stream()
        .filter(result -> result.segment().kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  /** Without the health of the generator: it is judged stretch by stretch. */
  private Measurement measured(
      OverloadRun run, LoadOutcome outcome, Stretches its, double capacity) {
    OverloadPoint twice = its.steps(plan).get(plan.cycle(OverloadPlan.TWICE) - 1);
    long from = its.beginMillis(plan);
    long all =
        outcome.load().segments().stream().mapToLong(result -> result.segment().millis()).sum();
    return new Measurement(
        run.name(),
        run.stage(),
        capacity * OverloadResult.pulseShare(its.begin(plan), twice, capacity),
        twice.admitted(),
        outcome.curve(this::isTwice),
        outcome.load().startEpochMillis() + from,
        all - from,
        outcome.load().timeline().from(from),
        null,
        outcome.server());
  }

  private boolean isTwice(Segment segment) {
    return segment.kind() == Kind.STEADY && segment.cycle() == plan.cycle(OverloadPlan.TWICE);
  }

  @Override
  public String inOneLine(OverloadResult result) {
    OverloadPoint twice = result.twice();
    return format(
        "at 2 × %.0f %% of it in time, %.0f %% refused, %.0f %% gave up, P99 of the admitted %s ms;"
            + " %s%s",
        100 * result.share(twice),
        100 * twice.refusedShare(),
        100 * twice.gaveUpShare(),
        twice.admitted().millis(99),
        result.recoveryMillis() == null
            ? format("not back after %,d ms", plan.after().toMillis())
            : format("back after %,d ms", result.recoveryMillis()),
        result.objection().map(why -> "; DOES NOT COUNT, " + why).orElse(""));
  }

  @Override
  public Report report(List<OverloadResult> results) {
    return new OverloadReport(plan, results);
  }
}
