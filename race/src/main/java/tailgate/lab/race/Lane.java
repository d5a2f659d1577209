package tailgate.lab.race;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.LiveRecorder;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.race.Control.Wanted;
import tailgate.lab.run.Ready;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.RunningServer;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.StageRun;

/**
 * Runs one stage of the race, on a thread of its own. It starts the server, perhaps several times.
 * Load and gauges of a running server are a {@link LaneRun}.
 */
final class Lane {

  private static final long LOOK_MILLIS = 100;
  private static final String AGAIN = "starts again with other settings";

  private final String stage;
  private final StageRun stageRun;
  private final Children children;
  private final RaceFolder site;
  private final Control control;
  private final LongSupplier clock;
  private final LiveRecorder recorder = new LiveRecorder();

  /** The state of the server. It and the figures are volatile because the frames read them. */
  private volatile LaneState state = LaneState.OFF;

  private volatile LaneFigures figures = LaneFigures.NONE;

  /** The last server that was started; null before the first. Only the lane writes it. */
  private volatile @Nullable ServerSpec last;

  /** The value of {@link Wanted#starts} when the last server was started. Confined to the lane. */
  private int starts;

  /** The value of {@link Wanted#restarts} when it was started. Only the lane writes it. */
  private volatile int restarts;

  /** Creates a lane, which is off; the clock returns nanoseconds since the race began. */
  Lane(
      String stage,
      StageRun stageRun,
      Children children,
      RaceFolder site,
      Control control,
      LongSupplier clock) {
    this.stage = stage;
    this.stageRun = stageRun;
    this.children = children;
    this.site = site;
    this.control = control;
    this.clock = clock;
  }

  String stage() {
    return stage;
  }

  /** Returns the state of the server, which does not run any more once it has to be replaced. */
  LaneState state() {
    LaneState now = state;
    Wanted wanted = control.wanted();
    return now.isRunning() && takesPart(wanted) && !isCurrent(wanted)
        ? LaneState.starting(AGAIN)
        : now;
  }

  private boolean isCurrent(Wanted wanted) {
    return wanted.restarts() == restarts
        && Commands.server(stage, wanted.settings(), site).equals(last);
  }

  LaneFigures figures() {
    return figures;
  }

  LiveRecorder recorder() {
    return recorder;
  }

  /** Runs the lane until it is interrupted, or no child can be started any more. */
  void run() {
    try {
      while (!children.isClosed()) {
        Wanted wanted = control.wanted();
        ServerSpec server = Commands.server(stage, wanted.settings(), site);
        if (!takesPart(wanted)) {
          state = LaneState.OFF;
          last = null;
        } else if (isDue(server, wanted)) {
          serve(server, wanted);
          continue;
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the end
    }
  }

  private boolean takesPart(Wanted wanted) {
    return wanted.settings().stages().contains(stage);
  }

  private int startsOf(Wanted wanted) {
    return wanted.starts().getOrDefault(stage, 0);
  }

  /** Says whether to start a server: one that has ended only if it changed, or the user asks. */
  private boolean isDue(ServerSpec server, Wanted wanted) {
    return !server.equals(last) || startsOf(wanted) != starts || wanted.restarts() != restarts;
  }

  private void serve(ServerSpec server, Wanted wanted) throws InterruptedException {
    if (!state.isStarting()) {
      state = LaneState.starting(null);
    }
    last = server;
    starts = startsOf(wanted);
    restarts = wanted.restarts();
    PrintWriter nobody = new PrintWriter(Writer.nullWriter());
    try {
      RunContext context = new RunContext(children, nobody, site.logs(stage));
      stageRun.awaitQuiet();
      try (RunningServer running = stageRun.start(server, Project.DATA, context)) {
        race(server, running.ready());
        running.checkAlive();
      }
      state = LaneState.starting(AGAIN);
      last = null; // also if they are the same again by now
    } catch (LabException | IOException | RuntimeException | Error e) { // it can be started again
      state = LaneState.dead(reason(e));
    }
    figures = LaneFigures.NONE;
  }

  private static @Nullable String reason(Throwable e) {
    return e instanceof LabException ? e.getMessage() : e.toString();
  }

  private void race(ServerSpec server, Ready ready)
      throws IOException, LabException, InterruptedException {
    Optional<ProcessHandle> process = ProcessHandle.of(ready.pid());
    restarts = control.wanted().restarts(); // one that was asked for meanwhile has been done
    try (LaneRun run = new LaneRun(stage, ready, recorder, control, clock)) {
      state = new LaneState(LaneState.Phase.RUNNING, null, ready.port(), ready.pid());
      while (isWanted(server) && process.map(ProcessHandle::isAlive).orElse(false)) {
        figures = run.look(control.wanted());
        Thread.sleep(LOOK_MILLIS);
      }
    }
  }

  /** Says whether the server is still wanted. A start that is asked for meanwhile is done, too. */
  private boolean isWanted(ServerSpec server) {
    Wanted wanted = control.wanted();
    starts = startsOf(wanted);
    return takesPart(wanted)
        && wanted.restarts() == restarts
        && server.equals(Commands.server(stage, wanted.settings(), site));
  }
}
