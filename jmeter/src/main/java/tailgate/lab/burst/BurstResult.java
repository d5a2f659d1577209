package tailgate.lab.burst;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.PercentileCurve;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/**
 * What came of one run. This, as JSON, is all that reports are made from.
 *
 * @param workload name of the {@link BurstWorkload}
 * @param spikes of the requests that were due in a spike, all cycles together
 * @param calm of those that were due in quiet or cool-down
 * @param spikeCurve of the spikes, the latencies in microseconds at {@link PercentileCurve#LEVELS}
 * @param startEpochMillis the origin of {@code latency}
 * @param server as the kernel sees it
 * @param stats as it sees itself
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
    ServerTimeline stats) {

  public BurstResult {
    spikeCurve = List.copyOf(spikeCurve);
    stats = Objects.requireNonNullElse(stats, ServerTimeline.EMPTY); // old results have none
  }

  /**
   * In the terms of all experiments, with the figures of the spikes. Time begins after the warm-up.
   */
  Measurement measurement(String name, BurstPlan pace) {
    long before = pace.beforeTheFirstCycle().toMillis();
    long millis = pace.total().toMillis() - before;
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
        new ServerView(server, stats));
  }

  /** Failed requests in ten thousand above which a run says nothing about latency. */
  private static final long FAILURES_PER_10_000 = 10;

  /** Why this run takes no part in a verdict, if it does not. */
  public Optional<String> objection() {
    long failed = spikes.failed() + calm.failed();
    long all = failed + spikes.count() + calm.count();
    if (failed * 10_000 > all * FAILURES_PER_10_000) {
      return Optional.of("%,d of %,d requests failed".formatted(failed, all));
    }
    if (health.fellBehind()) {
      return Optional.of(
          "the generator fell behind: %.1f %% sent in time, %,d found all connections in use"
              .formatted(100 * health.delivered(), health.blocked()));
    }
    return Optional.empty();
  }
}
