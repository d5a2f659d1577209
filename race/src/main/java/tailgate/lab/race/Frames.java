package tailgate.lab.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tailgate.lab.hyperfoil.LiveView;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.race.RaceFrame.LaneFrame;

/** Makes a frame and a state for each tenth of a second. Confined to its thread. */
final class Frames {

  /** Each server must have given so many answers on average before the race begins. */
  private static final long ENOUGH_EACH = 30;

  /** No warm-up is longer, because a handler can be too slow for that number of answers. */
  private static final long MOST_WARM_NANOS = TimeUnit.SECONDS.toNanos(8);

  private final List<Lane> lanes;
  private final Control control;
  private final Calibration calibration;
  private final Broadcast broadcast;
  private final LongSupplier clock;
  private final long zeroEpochMillis;
  private final MachineLoad machine;

  /** The last time at which a server was still missing. Confined to the thread of the frames. */
  private long allThere;

  /** Creates the frames; the clock returns nanoseconds since the race began. */
  Frames(
      List<Lane> lanes,
      Control control,
      Calibration calibration,
      MachineLoad machine,
      Broadcast broadcast,
      LongSupplier clock) {
    this.lanes = lanes;
    this.control = control;
    this.calibration = calibration;
    this.machine = machine;
    this.broadcast = broadcast;
    this.clock = clock;
    zeroEpochMillis = System.currentTimeMillis() - clock.getAsLong() / 1_000_000;
  }

  void make() {
    long now = clock.getAsLong();
    List<LiveView> views = lanes.stream().map(lane -> lane.recorder().view(now)).toList();
    begin(now, views);
    calibration.look(now, running(), answered(views), control.wanted().settings());
    List<LaneFrame> frames = new ArrayList<>();
    for (int i = 0; i < lanes.size(); i++) {
      frames.add(LaneFrame.of(lanes.get(i), views.get(i), zeroEpochMillis));
    }
    MachineLoad.Now load = machine.look(now, views.stream().map(LiveView::health).toList());
    if (control.hasBegun() && !load.starved().isEmpty()) {
      control.countFrom(now);
    }
    broadcast.state(JsonFiles.compact(state()));
    broadcast.frame(
        JsonFiles.compact(
            new RaceFrame(
                RaceFrame.millis(now), control.isSpike(), control.isPaused(), load, frames)));
  }

  /** Begins the race after a warm-up: it is not about the cost of the first requests. */
  private void begin(long now, List<LiveView> views) {
    if (control.hasBegun()) {
      return;
    }
    long answered = answered(views);
    if (lanes.stream().anyMatch(this::isToCome)) {
      allThere = now;
    } else if (answered >= ENOUGH_EACH * running().size() || now - allThere >= MOST_WARM_NANOS) {
      control.reset();
      control.countFrom(now);
    }
  }

  private Set<Long> running() {
    return lanes.stream()
        .map(Lane::state)
        .filter(LaneState::isRunning)
        .map(LaneState::pid)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  private static long answered(List<LiveView> views) {
    return views.stream().mapToLong(view -> view.counts().answered()).sum();
  }

  private boolean isToCome(Lane lane) {
    boolean takesPart = control.wanted().settings().stages().contains(lane.stage());
    LaneState.Phase phase = lane.state().phase();
    return takesPart && (phase == LaneState.Phase.OFF || phase == LaneState.Phase.STARTING);
  }

  private State state() {
    RaceSettings settings = control.wanted().settings();
    @Nullable MachineLimits limits = calibration.limits();
    return new State(
        control.hasBegun() ? "running" : "starting",
        settings,
        lanes.stream().map(State.LaneNow::of).toList(),
        State.Now.of(limits, settings));
  }
}
