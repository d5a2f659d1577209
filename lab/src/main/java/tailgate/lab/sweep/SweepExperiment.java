package tailgate.lab.sweep;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.ServerWarmUp;
import tailgate.lab.run.SmallSite;
import tailgate.lab.run.Testbed;
import tailgate.lab.stats.TailInterval;
import tailgate.lab.summary.Report;

/** Runs a sweep. */
public record SweepExperiment(Testbed testbed, SweepPlan plan)
    implements Experiment<SweepRun, SweepResult> {

  /** Roughly the time of a run beyond its load. */
  private static final Duration OVERHEAD = Duration.ofSeconds(5);

  private static final String ACCESS_LOG = "access.log";

  /** Roughly the time until a server has settled with kept connections, or with new ones. */
  private static final Duration PER_WARM_UP = Duration.ofSeconds(30);

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public List<SweepRun> runs() {
    return new SweepOrder(plan).runs();
  }

  @Override
  public Object settings() {
    return testbed.stages().settings();
  }

  @Override
  public Duration perRun() {
    List<SweepRun> runs = runs();
    long warmUps =
        plan.settles()
            ? runs.stream().map(run -> run.server() + run.reuses()).distinct().count()
            : 0;
    return plan.perRun()
        .plus(OVERHEAD)
        .plus(PER_WARM_UP.multipliedBy(warmUps).dividedBy(Math.max(1, runs.size())));
  }

  @Override
  public Class<SweepResult> resultType() {
    return SweepResult.class;
  }

  /**
   * All loads have one generator: a new one is late while it is compiled, for longer than its own
   * warm-up takes.
   */
  @Override
  public Measuring<SweepRun, SweepResult> open(RunContext context)
      throws IOException, LabException, InterruptedException {
    Testbed certain = isForVerdicts() ? testbed.certainOfCeiling() : testbed;
    LoadRig rig = certain.start(plan.mostUsers(), context);
    return Measuring.with(rig, (runs, journal, server) -> make(rig, runs, journal, server));
  }

  /** Makes all points of an arm in a block, at one server. */
  private void make(
      LoadRig rig, List<SweepRun> runs, Journal<SweepRun, SweepResult> journal, RunContext context)
      throws IOException, LabException, InterruptedException {
    SweepRun first = runs.get(0);
    context.say(first.server() + ": ");
    ServerSpec server = server(first, context.folder());
    try (ServerSession session = ServerSession.open(rig, server, plan.path(first), context)) {
      if (plan.settles()) {
        session.settle(warmUp(first));
      }
      context.progress().println("ready");
      for (SweepRun run : runs) {
        journal.make(run, ofRun -> result(run, session, session.measure(plan.load(run), ofRun)));
      }
      session.checkAlive();
    }
    Files.deleteIfExists(context.folder().resolve(ACCESS_LOG)); // gigabytes in all servers
  }

  private ServerSpec server(SweepRun first, Path raw) throws IOException {
    List<String> arguments = new ArrayList<>();
    for (String argument : plan.arguments(first)) {
      arguments.add(argument.replace(Part.RAW, raw.toString()));
    }
    // Requests that still wait for an answer at the end are not counted.
    arguments.addAll(List.of("--drain-timeout", "1s"));
    Optional<Path> root =
        plan.fileSize(first).isPresent()
            ? Optional.of(SmallSite.in(raw, plan.path(first), plan.fileSize(first).get()))
            : Optional.empty();
    return new ServerSpec(first.stage(), arguments, root);
  }

  private ServerWarmUp warmUp(SweepRun first) {
    return ServerWarmUp.closed(
        plan.path(first), warmUpKinds(first, runs()), plan.warmUpUsers(first), plan.timeout());
  }

  /** Whether connections are used again, for each kind that follows; that of the first run last. */
  static List<Boolean> warmUpKinds(SweepRun first, List<SweepRun> all) {
    boolean both =
        all.stream()
            .filter(run -> run.server().equals(first.server()))
            .anyMatch(run -> run.reuses() != first.reuses());
    return both ? List.of(!first.reuses(), first.reuses()) : List.of(first.reuses());
  }

  private SweepResult result(SweepRun run, ServerSession session, LoadOutcome outcome) {
    long warmUp = plan.perRun().minus(plan.duration()).toMillis();
    Measurement measured =
        outcome.measurement(run.name(), run.stage(), warmUp, plan.duration().toNanos(), warmUp);
    return new SweepResult(
        run,
        measured,
        session.settled().orElse(null),
        TailInterval.ofP99(outcome.seconds(), 1)
            .filter(interval -> measured.figures().isExact(99)) // else it is that of the answers
            .orElse(null));
  }

  /**
   * Of a single block there is no verdict anyway. A closed load may make its generator late by
   * itself, with more users than it can serve; after two in vain the runner makes none again. What
   * a server has not answered would be in the way of another load: a single thread does it first,
   * for a minute.
   */
  @Override
  public Optional<String> spoiled(SweepResult result) {
    return isForVerdicts() && result.measured().figures().missing() == 0
        ? result.measured().lateness()
        : Optional.empty();
  }

  private boolean isForVerdicts() {
    return plan.blocks() != null && plan.blocks().count() > 1 && plan.settles();
  }

  @Override
  public String inOneLine(SweepResult result) {
    Figures figures = result.measured().figures();
    return format(
        "%,.1f requests/s, p50 %s ms, p99 %s ms, %,d failed, %,d unanswered",
        result.measured().perSecond(),
        figures.millis(50),
        figures.millis(99),
        figures.failed(),
        figures.missing());
  }

  @Override
  public Report report(List<SweepResult> results) {
    return new SweepReport(plan, results);
  }
}
