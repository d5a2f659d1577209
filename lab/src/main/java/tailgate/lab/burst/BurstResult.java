package tailgate.lab.burst;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.claim.ClaimRun;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/**
 * The result of one run. Reports are made from its JSON alone, so its fields keep their names.
 *
 * @param workload name of the {@link BurstWorkload}
 * @param spikes of the requests that were due in a spike, all cycles together
 * @param calm of those that were due in quiet or cool-down
 * @param spikeCurve of the spikes, the latencies in microseconds at {@link Figures#CURVE}
 * @param startEpochMillis the origin of {@code latency}
 * @param server as the kernel sees it
 * @param stats as it sees itself
 * @param conditions what the machine did; null in old results
 * @param arrivals of the requests; null in old results, in which they were uniform
 * @param twin whether it is of the A/A arm, which repeats another arm
 * @param each spike by itself; null in old results
 */
public record BurstResult(
    String workload,
    boolean keepAlive,
    int trial,
    BurstCandidate.Role role,
    String stage,
    Figures spikes,
    Figures calm,
    List<Long> spikeCurve,
    Health health,
    long startEpochMillis,
    Timeline latency,
    ServerTimeline server,
    ServerTimeline stats,
    @Nullable Conditions conditions,
    @Nullable Arrivals arrivals,
    boolean twin,
    @Nullable List<Spike> each) {

  /** A run in which more than one of this many requests failed says nothing about latency. */
  private static final long REQUESTS_PER_FAILURE = 1_000;

  public BurstResult {
    spikeCurve = List.copyOf(spikeCurve);
    stats = Objects.requireNonNullElse(stats, ServerTimeline.EMPTY); // old results have none
  }

  /**
   * In terms that all experiments share, with the figures of the spikes. Time begins after the
   * warm-up.
   */
  Measurement measurement(String name, BurstPlan plan) {
    long before = plan.beforeTheFirstCycle().toMillis();
    long millis = plan.total().toMillis() - before;
    return new Measurement(
        name,
        stage,
        (spikes.count() + calm.count()) * 1e3 / millis,
        spikes,
        spikeCurve,
        startEpochMillis + before,
        millis,
        latency.from(before),
        health,
        new ServerView(server, stats, conditions));
  }

  /** For a verdict. */
  ClaimRun observation(BurstPlan plan) {
    return new ClaimRun(
        ClaimRun.inBlock(
            Map.of(
                "handler", workload,
                "connections", connections(keepAlive),
                "role", role.name().toLowerCase(Locale.ROOT)),
            trial,
            twin),
        measurement(stage, plan),
        spikes.count() == 0 ? Optional.of("no request of a spike was answered") : objection());
  }

  static String connections(boolean keepAlive) {
    return keepAlive ? "kept" : "new";
  }

  /** Why this run takes no part in a verdict; empty if it does. */
  public Optional<String> objection() {
    long failed = spikes.failed() + calm.failed();
    long all = failed + spikes.count() + calm.count();
    if (failed * REQUESTS_PER_FAILURE > all) {
      return Optional.of(format("%,d of %,d requests failed", failed, all));
    }
    return health.fellBehind()
        ? Optional.of(
            format(
                "the generator fell behind: %.1f %% sent in time, %,d found all connections in use",
                100 * health.delivered(), health.blocked()))
        : ClaimRun.doubt(health, conditions).or(this::notQuiet);
  }

  /** Whether the server's JVM collected garbage in a spike; false if it did not say. */
  boolean collectedIn(Spike spike, BurstPlan plan) {
    long begun = startEpochMillis + plan.spikeBegins(spike.cycle()).toMillis();
    long over = begun + plan.spike().toMillis();
    return conditions != null
        && conditions.pauses() != null
        && conditions.pauses().stream().anyMatch(pause -> pause.isIn(begun, over));
  }

  /** Why the run does not test growth: the pool has not shrunk since the previous spike. */
  private Optional<String> notQuiet() {
    return each == null
        ? Optional.empty()
        : each.stream().flatMap(spike -> spike.objection().stream()).findFirst();
  }

  /** The name of its candidate. */
  String candidate() {
    return BurstCandidate.name(role, stage) + (twin ? " (A/A)" : "");
  }
}
