package tailgate.lab.race;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.lab.hyperfoil.LiveView;
import tailgate.lab.load.Doubt;
import tailgate.lab.load.Health;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.race.Frame.Generator;
import tailgate.lab.race.Frame.LaneFrame;

/** Makes a frame and a state for each tenth of a second. Confined to its thread. */
final class Frames {

  private final List<Lane> lanes;
  private final Control control;
  private final Calibration calibration;
  private final Broadcast broadcast;
  private final LongSupplier clock;
  private final long zeroEpochMillis;
  private final boolean suggestsRate;
  private final MachineLoad machine = new MachineLoad();

  /**
   * @param clock in nanoseconds since the race began
   * @param suggestsRate whether the rate becomes the suggested one once there is one
   */
  Frames(
      List<Lane> lanes,
      Control control,
      Calibration calibration,
      Broadcast broadcast,
      LongSupplier clock,
      boolean suggestsRate) {
    this.lanes = lanes;
    this.control = control;
    this.calibration = calibration;
    this.broadcast = broadcast;
    this.clock = clock;
    this.suggestsRate = suggestsRate;
    zeroEpochMillis = System.currentTimeMillis() - clock.getAsLong() / 1_000_000;
  }

  /** One of each. */
  void make() {
    long now = clock.getAsLong();
    List<LiveView> views = lanes.stream().map(lane -> lane.ledger().view(now)).toList();
    calibrate(now, views);
    List<LaneFrame> frames = new ArrayList<>();
    for (int i = 0; i < lanes.size(); i++) {
      frames.add(LaneFrame.of(lanes.get(i), views.get(i), zeroEpochMillis));
    }
    broadcast.state(JsonFiles.compact(state()));
    broadcast.frame(
        JsonFiles.compact(
            new Frame(
                Frame.millis(now),
                control.isSpike(),
                control.isPaused(),
                generator(views),
                machine.look(),
                frames)));
  }

  private void calibrate(long now, List<LiveView> views) {
    boolean ready = lanes.stream().noneMatch(lane -> isToCome(lane));
    long running = lanes.stream().filter(lane -> lane.state().isRunning()).count();
    long answered = views.stream().mapToLong(view -> view.counts().answered()).sum();
    if (calibration.look(now, ready, (int) running, answered)) {
      Limits limits = calibration.limits();
      Settings settings = control.wanted().settings();
      boolean isUntouched = settings.rate() == Settings.USUAL.rate();
      if (suggestsRate && isUntouched && limits != null) { // a page may have set it meanwhile
        double rate = limits.suggested(settings);
        control.change(JsonFiles.tree(Map.of("rate", rate)));
      }
      control.reset();
      control.calibrated();
    }
  }

  private boolean isToCome(Lane lane) {
    boolean takesPart = control.wanted().settings().stages().contains(lane.stage());
    LaneState.Phase phase = lane.state().phase();
    return takesPart && (phase == LaneState.Phase.OFF || phase == LaneState.Phase.STARTING);
  }

  private State state() {
    Settings settings = control.wanted().settings();
    @Nullable Limits limits = calibration.limits();
    return new State(
        control.isCalibrated() ? "running" : calibration.isRunning() ? "calibrating" : "starting",
        settings,
        lanes.stream().map(State.LaneNow::of).toList(),
        State.Now.of(limits, settings));
  }

  private static Generator generator(List<LiveView> views) {
    List<Health> healths = views.stream().map(LiveView::health).toList();
    long lag = healths.stream().mapToLong(Health::lagP99Micros).max().orElse(0);
    List<String> doubts =
        healths.stream()
            .flatMap(health -> health.doubts().stream())
            .distinct()
            .sorted(Comparator.naturalOrder())
            .map(Doubt::words)
            .map(Objects::requireNonNull)
            .toList();
    return new Generator(lag / 1e3, healths.stream().anyMatch(Health::fellBehind), doubts);
  }
}
