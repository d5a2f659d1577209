package tailgate.lab.burst;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.SmallSite;
import tailgate.lab.run.Testbed;
import tailgate.lab.summary.Report;

/**
 * Runs the burst experiment.
 *
 * @param arrivals of the first trial; the others have the same law, and each trial has times of its
 *     own, the same for all candidates
 */
public record BurstExperiment(
    Testbed testbed, List<BurstRun> runs, BurstPlan plan, Arrivals arrivals)
    implements Experiment<BurstRun, BurstResult> {

  public static final String NAME = "burst";

  @Override
  public Arrivals settings() {
    return arrivals;
  }

  /** Roughly the time of a run beyond its load: a JVM starts, connects and ends. */
  private static final Duration OVERHEAD = Duration.ofSeconds(7);

  /**
   * More than the requests that wait in the worst spike, so that no arrival has to wait for a
   * connection.
   */
  private static final int USERS = 2_048;

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration perRun() {
    return plan.total().plus(OVERHEAD);
  }

  @Override
  public Class<BurstResult> resultType() {
    return BurstResult.class;
  }

  /**
   * All runs have one generator: a new one is late while it is compiled, and this would be in the
   * spikes.
   */
  @Override
  public Measuring<BurstRun, BurstResult> open(RunContext context)
      throws IOException, LabException, InterruptedException {
    double most = runs.stream().mapToDouble(run -> load(run).mostPerSecond()).max().orElse(0);
    LoadRig rig = testbed.start(USERS, most, context);
    return Measuring.with(rig, Measuring.each((run, ofRun) -> measure(rig, run, ofRun)));
  }

  private BurstResult measure(LoadRig rig, BurstRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    ServerSpec server = server(run, context.folder());
    return result(run, rig.measure(server, load(run), context));
  }

  private ServerSpec server(BurstRun run, Path raw) throws IOException {
    List<String> arguments = new ArrayList<>(run.candidate().arguments());
    arguments.addAll(run.workload().arguments());
    Optional<Path> site = Optional.empty();
    if (plan.fileSize().isPresent()) {
      site = Optional.of(SmallSite.in(raw, plan.resource(), plan.fileSize().get()));
    }
    return new ServerSpec(run.candidate().stage(), arguments, site);
  }

  private LoadSpec load(BurstRun run) {
    return new LoadSpec(
            plan.resource(),
            run.keepAlive(),
            USERS,
            false,
            run.workload().segments(plan),
            TIMEOUT.toMillis())
        .with(arrivals(run));
  }

  private Arrivals arrivals(BurstRun run) {
    return arrivals.next(run.trial() - 1);
  }

  private BurstResult result(BurstRun run, LoadOutcome outcome) {
    LoadResult load = outcome.load();
    Predicate<Segment> spike = segment -> segment.kind() == Kind.SPIKE;
    return new BurstResult(
        run.workload().name(),
        run.keepAlive(),
        run.trial(),
        run.candidate().role(),
        run.candidate().stage(),
        outcome.figures(spike),
        outcome.figures(spike.negate()),
        outcome.curve(spike),
        load.health(),
        load.startEpochMillis(),
        load.timeline(),
        outcome.server().kernel(),
        outcome.server().stats(),
        outcome.server().conditions(),
        arrivals(run),
        run.twin(),
        spikes(run, outcome));
  }

  private List<Spike> spikes(BurstRun run, LoadOutcome outcome) {
    return outcome.load().segments().stream()
        .filter(result -> result.segment().kind() == Kind.SPIKE)
        .map(
            result -> {
              int number = result.segment().cycle();
              long begun = outcome.load().startEpochMillis() + plan.spikeBegins(number).toMillis();
              return new Spike(
                  number,
                  result.figures().p99(),
                  Spike.workersBefore(outcome.server().stats(), begun),
                  plan.waitsForThePool() ? run.candidate().coreWorkers() : 0);
            })
        .toList();
  }

  /** Of a single block there is no verdict anyway. */
  @Override
  public Optional<String> spoiled(BurstResult result) {
    return plan.blocks() != null && plan.blocks().count() > 1
        ? result.health().lateness()
        : Optional.empty();
  }

  @Override
  public String inOneLine(BurstResult result) {
    return format(
        "spike p50 %.1f ms, p99 %.1f ms; else p99 %.1f ms; up to %.0f threads%s",
        result.spikes().p50() / 1e3,
        result.spikes().p99() / 1e3,
        result.calm().p99() / 1e3,
        result.server().peak(ServerTimeline.THREADS),
        result.objection().map(o -> "; DOES NOT COUNT, " + o).orElse(""));
  }

  @Override
  public Report report(List<BurstResult> results) {
    return new BurstReport(plan, results);
  }
}
