package tailgate.lab.race;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.lab.hyperfoil.LiveLoad;
import tailgate.lab.hyperfoil.LiveRecorder;
import tailgate.lab.machine.Ports;
import tailgate.lab.monitor.LiveGauges;
import tailgate.lab.project.Project;
import tailgate.lab.race.Control.Wanted;
import tailgate.lab.run.Ready;
import tailgate.lab.summary.Diagnosis;

/**
 * Drives the load, the side clients and the gauges of one running server. {@link #look} is called
 * ten times a second. Confined to the thread of the lane.
 */
final class LaneRun implements AutoCloseable {

  /** Statistics are read no more often, because the server computes quantiles for each answer. */
  private static final long STATS_MILLIS = 250;

  private static final long RULES_MILLIS = 1_000;

  /** The settings that cannot be changed while a load runs. */
  private record Kind(boolean keepAlive, long seed, int resets) {
    static Kind of(Wanted wanted) {
      return new Kind(wanted.settings().keepAlive(), wanted.settings().seed(), wanted.resets());
    }
  }

  private final String stage;
  private final Ready server;
  private final LiveRecorder recorder;
  private final Control control;
  private final LongSupplier clock;
  private final LiveGauges gauges;
  private final LaneHistory history;
  private final SideClients sideClients;

  /** The load that runs. This and all that follow are confined to the thread of the lane. */
  private @Nullable LiveLoad load;

  private @Nullable Kind kind;
  private Map<String, Double> stats = Map.of();
  private Optional<Diagnosis.First> broke = Optional.empty();
  private long statsAt = Long.MIN_VALUE;
  private long rulesAt = Long.MIN_VALUE;
  private long resetEpochMillis;

  LaneRun(String stage, Ready server, LiveRecorder recorder, Control control, LongSupplier clock) {
    this.stage = stage;
    this.server = server;
    this.recorder = recorder;
    this.control = control;
    this.clock = clock;
    URI stats = server.stats().orElseThrow();
    gauges = new LiveGauges(server.pid(), stats);
    history = new LaneHistory(stage);
    sideClients = new SideClients(server.port());
  }

  /** Applies what is wanted, and reads the figures. */
  LaneFigures look(Wanted wanted) {
    if (load == null || !load.isAlive() || !Kind.of(wanted).equals(kind)) {
      begin(wanted);
    }
    sideClients.set(wanted.settings().idle(), wanted.settings().slowReaders());
    long now = System.currentTimeMillis();
    Map<String, Double> kernel = gauges.kernel();
    if (!kernel.isEmpty()) {
      history.kernel(now, kernel);
    }
    if (now - STATS_MILLIS >= statsAt) {
      statsAt = now;
      stats = gauges.stats();
      history.stats(now, stats);
    }
    if (control.hasBegun() && now - RULES_MILLIS >= rulesAt) {
      rulesAt = now;
      long zero = now - TimeUnit.NANOSECONDS.toMillis(clock.getAsLong());
      long counts = zero + TimeUnit.NANOSECONDS.toMillis(control.countsFrom());
      broke = history.firstBroken(recorder, zero, Math.max(resetEpochMillis, counts), now);
    }
    return new LaneFigures(kernel, stats, broke);
  }

  /**
   * Begins a new load, which breaks off all requests under way. A reset also clears the figures.
   */
  private void begin(Wanted wanted) {
    if (load != null) {
      load.close();
    }
    Kind before = kind;
    kind = Kind.of(wanted);
    if (before == null || before.resets() != kind.resets()) {
      recorder.reset();
      history.clear();
      broke = Optional.empty();
      resetEpochMillis = System.currentTimeMillis();
    }
    load =
        new LiveLoad(
            new LiveLoad.Target(Ports.HOST, server.port(), Project.DATA, kind.keepAlive()),
            recorder,
            kind.seed() * Project.STAGES.size() + Project.placeOf(stage),
            control::perSecond,
            clock);
  }

  @Override
  public void close() {
    sideClients.close();
    if (load != null) {
      load.close();
    }
  }
}
