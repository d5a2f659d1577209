package tailgate.lab.burst;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Conditions.Pause;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.Timeline;

/** Results as a run leaves them, with made-up figures. */
public final class BurstSamples {

  public static final Health WELL = new Health(1_000, 1_000, 0, 0, 100, 900);
  public static final Health BEHIND = new Health(1_000, 1_000, 0, 30, 50_000, 90_000);

  private BurstSamples() {}

  /** Of the workload io-50ms with keep-alive, in which all is well. */
  public static BurstResult result(int trial, Role role, long spikeP99Micros) {
    return result(trial, role, spikeP99Micros, 0, WELL);
  }

  public static BurstResult result(
      int trial, Role role, long spikeP99Micros, long failed, Health health) {
    String stage =
        BurstCandidate.all(64).stream()
            .filter(candidate -> candidate.role() == role)
            .findFirst()
            .orElseThrow()
            .stage();
    return new BurstResult(
        "io-50ms",
        true,
        trial,
        role,
        stage,
        figures(600, failed, spikeP99Micros),
        figures(400, 0, 52_000),
        Collections.nCopies(Figures.CURVE.size(), spikeP99Micros),
        health,
        1_700_000_000_000L,
        new Timeline(
            100,
            List.of(10L, 50L),
            List.of(0L, 0L),
            List.of(50_000L, 60_000L),
            List.of(51_000L, spikeP99Micros),
            List.of(51_000L, spikeP99Micros)),
        new ServerTimeline(
            List.of(1_700_000_000_050L, 1_700_000_000_150L),
            Map.of(
                "cpu", List.of(0.1, 0.4),
                "rss", List.of(80.0, 90.0),
                "threads", List.of(30.0, 86.0))),
        new ServerTimeline(
            List.of(1_700_000_000_060L),
            Map.of("workers", List.of(8.0), "busy", List.of(3.0), "mostWorkers", List.of(8.0))),
        null,
        null,
        false,
        null);
  }

  /** The same as a run of the A/A arm. */
  public static BurstResult again(BurstResult r) {
    return with(r, r.conditions(), true, r.each());
  }

  /** The same with one spike, and a collection of 15 ms that ended at some time. */
  static BurstResult collecting(BurstResult r, long endEpochMillis) {
    return with(
        r,
        new Conditions(
            "shared", "", null, null, 0, true, Map.of(), List.of(new Pause(endEpochMillis, 15))),
        r.twin(),
        List.of(new Spike(1, r.spikes().p99(), 8.0, 8)));
  }

  private static BurstResult with(
      BurstResult r, @Nullable Conditions conditions, boolean twin, @Nullable List<Spike> each) {
    return new BurstResult(
        r.workload(),
        r.keepAlive(),
        r.trial(),
        r.role(),
        r.stage(),
        r.spikes(),
        r.calm(),
        r.spikeCurve(),
        r.health(),
        r.startEpochMillis(),
        r.latency(),
        r.server(),
        r.stats(),
        conditions,
        r.arrivals(),
        twin,
        each);
  }

  private static Figures figures(long count, long failed, long p99) {
    return new Figures(count, failed, p99 / 2, p99, p99, p99, p99, p99);
  }
}
