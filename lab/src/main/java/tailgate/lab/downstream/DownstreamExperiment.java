package tailgate.lab.downstream;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.monitor.StatsWatch;
import tailgate.lab.run.BackEndProcess;
import tailgate.lab.run.BackEnds;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.RunningServer;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.Testbed;
import tailgate.lab.summary.Report;

/**
 * Overloads servers whose handlers ask a back end with few slots.
 *
 * @param arms all that the plan names
 * @param backEnds how they are started
 */
public record DownstreamExperiment(
    Testbed testbed, DownstreamPlan plan, List<DownstreamArm> arms, BackEnds backEnds)
    implements Experiment<DownstreamRun, DownstreamResult> {

  public static final String NAME = "downstream";

  /** Roughly the time in which JVMs start and end, and in which the back end is measured. */
  private static final Duration OVERHEAD = Duration.ofSeconds(18);

  public DownstreamExperiment {
    arms = List.copyOf(arms);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Map<String, Object> settings() {
    return Map.of("arms", arms, "jdbc", backEnds.jdbc().orElse(""));
  }

  @Override
  public List<DownstreamRun> runs() {
    return plan.runs();
  }

  @Override
  public Duration perRun() {
    return plan.total().plus(OVERHEAD);
  }

  @Override
  public Class<DownstreamResult> resultType() {
    return DownstreamResult.class;
  }

  private DownstreamArm arm(DownstreamRun run) {
    return arms.stream().filter(arm -> arm.name().equals(run.arm())).findFirst().orElseThrow();
  }

  @Override
  public Measuring<DownstreamRun, DownstreamResult> open(RunContext context) {
    return Measuring.each(this::measure);
  }

  private DownstreamResult measure(DownstreamRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    DownstreamArm arm = arm(run);
    BackEndProcess backEnd =
        switch (arm.backEnd()) {
          case HTTP -> backEnds.http(plan.slots(), plan.service());
          case POSTGRES -> backEnds.postgres(plan.slots(), plan.service());
        };
    LoadSpec load = plan.load(run);
    try (LoadRig rig = testbed.start(plan.users(), load.mostPerSecond(), context);
        RunningServer running = backEnd.start(context)) {
      LoadSpec alone = plan.ceiling(backEnd.path());
      double ceiling = ceiling(rig, alone, running, context.in("back-end"));
      try (StatsWatch watch = StatsWatch.over(backEnd.stats())) {
        LoadOutcome outcome = rig.measure(server(arm, backEnd), load, context);
        ServerTimeline seen = watch.timeline();
        Thread.sleep(backEnd.statsDelay());
        running.checkAlive();
        return result(run, arm, outcome, ceiling, seen, watch.requests());
      }
    }
  }

  private ServerSpec server(DownstreamArm arm, BackEndProcess backEnd) {
    return new ServerSpec(
        arm.stage(), arguments(arm), Optional.empty(), plan.properties(arm, backEnd.url()));
  }

  private List<String> arguments(DownstreamArm arm) {
    List<String> all = new ArrayList<>(arm.arguments(testbed.stages().project().downstreamJar()));
    // Requests that still wait for an answer at the end are not counted.
    all.addAll(List.of("--drain-timeout", "1s"));
    return all;
  }

  /** What the back end can do when it is asked directly. */
  private static double ceiling(
      LoadRig rig, LoadSpec load, RunningServer backEnd, RunContext context)
      throws IOException, LabException, InterruptedException {
    rig.generator().drive(load, backEnd.ready(), context);
    return perSecond(first(LoadOutcome.read(context.folder()), Kind.STEADY));
  }

  private static SegmentResult first(LoadOutcome outcome, Kind kind) {
    return outcome.load().segments().stream()
        .filter(result -> result.segment().kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  private static double perSecond(SegmentResult result) {
    return result.answeredInTime() * 1e3 / result.segment().millis();
  }

  private DownstreamResult result(
      DownstreamRun run,
      DownstreamArm arm,
      LoadOutcome outcome,
      double ceiling,
      ServerTimeline seen,
      long calls) {
    SegmentResult overload = first(outcome, Kind.SPIKE);
    Histogram answered = of(outcome.latencies(), overload.segment());
    long waited = of(outcome.waited(), overload.segment()).getTotalCount();
    long gaveUp = Math.max(0, waited - overload.figures().missing());
    long all = outcome.load().segments().stream().mapToLong(its -> its.figures().count()).sum();
    return new DownstreamResult(
        run,
        arm.kind(),
        measurement(run, arm, outcome, overload),
        Figures.of(answered, 0),
        Math.max(0, overload.figures().failed() - gaveUp),
        gaveUp,
        first(outcome, Kind.QUIET).figures(),
        first(outcome, Kind.COOL_DOWN).figures(),
        new DownstreamResult.BackEndView(
            plan.perSecond(),
            ceiling,
            seen.peak(ServerTimeline.CONNECTIONS),
            seen.peak(ServerTimeline.QUEUED),
            calls,
            Math.max(0, calls - all)));
  }

  private static Histogram of(Map<String, Histogram> log, Segment segment) {
    Predicate<String> wanted = segment.label()::equals;
    return LatencyLog.sum(log, wanted);
  }

  private Measurement measurement(
      DownstreamRun run, DownstreamArm arm, LoadOutcome outcome, SegmentResult overload) {
    Predicate<Segment> wanted = overload.segment()::equals;
    return new Measurement(
        run.name(),
        arm.stage(),
        perSecond(overload),
        outcome.figures(wanted),
        outcome.curve(wanted),
        outcome.load().startEpochMillis() + plan.warmUp().toMillis(),
        plan.total().minus(plan.warmUp()).toMillis(),
        outcome.load().timeline().from(plan.warmUp().toMillis()),
        outcome.load().health(),
        outcome.server());
  }

  /** Of a single block there is no verdict anyway. */
  @Override
  public Optional<String> spoiled(DownstreamResult result) {
    return plan.blocks().count() > 1 ? result.measured().lateness() : Optional.empty();
  }

  @Override
  public String inOneLine(DownstreamResult result) {
    return format(
        "%,.0f of %,.0f answers/s (%.0f %%), %,d refused, %,d gave up; the back end: %,d calls,"
            + " %,d for nobody%s",
        result.measured().perSecond(),
        result.backEnd().ceiling(),
        100 * result.share(),
        result.refused(),
        result.gaveUp(),
        result.backEnd().calls(),
        result.backEnd().unused(),
        result.objection().map(o -> "; DOES NOT COUNT, " + o).orElse(""));
  }

  @Override
  public Report report(List<DownstreamResult> results) {
    return new DownstreamReport(plan, results);
  }
}
