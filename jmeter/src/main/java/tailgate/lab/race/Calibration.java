package tailgate.lab.race;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tailgate.lab.machine.ProcessorTime;

/**
 * A short load at all lanes together, before the race begins: what one request costs the machine,
 * servers and generator together. From that follow the rates that a page suggests.
 *
 * <pre>
 *   WAITS ──all lanes run──► WARMS ──enough answers──► MEASURES ──1.2 s──► DONE
 *                              └── not in time: a handler that is too slow ──────┘
 * </pre>
 *
 * Confined to the thread of the frames, except for what is volatile.
 */
final class Calibration {

  private static final double LANE_PER_SECOND = 150;
  private static final int ENOUGH_EACH = 30;
  private static final long MOST_WARM_NANOS = TimeUnit.SECONDS.toNanos(8);
  private static final long MEASURE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);

  /** The most of the machine that the handlers themselves may use meanwhile. */
  private static final double MOST_COMPUTING = 0.3;

  private static final Path PROC = Path.of("/proc");

  private enum Step {
    WAITS,
    WARMS,
    MEASURES,
    DONE
  }

  private final Control control;
  private final int cores = Runtime.getRuntime().availableProcessors();

  private Step step = Step.WAITS;
  private long since;
  private long answeredBefore;
  private @Nullable ProcessorTime before;

  /** Volatile because others read it; null before it is known. */
  private volatile @Nullable Limits limits;

  Calibration(Control control) {
    this.control = control;
  }

  /** Null before it is known. */
  @Nullable Limits limits() {
    return limits;
  }

  boolean isRunning() {
    return step == Step.WARMS || step == Step.MEASURES;
  }

  /**
   * To be called for each frame.
   *
   * @param ready whether all lanes run, or are dead
   * @param answered requests at all lanes so far
   * @return whether it has just ended
   */
  boolean look(long now, boolean ready, int lanes, long answered) {
    switch (step) {
      case WAITS -> {
        if (ready) {
          control.calibrate(rate(lanes));
          enter(Step.WARMS, now);
        }
      }
      case WARMS -> {
        if (answered >= (long) ENOUGH_EACH * lanes) {
          before = machine();
          answeredBefore = answered;
          enter(Step.MEASURES, now);
        } else if (now - since >= MOST_WARM_NANOS) {
          enter(Step.DONE, now);
          return true;
        }
      }
      case MEASURES -> {
        if (now - since >= MEASURE_NANOS) {
          limits = measured(answered - answeredBefore, now - since);
          enter(Step.DONE, now);
          return true;
        }
      }
      case DONE -> {}
    }
    return false;
  }

  private void enter(Step next, long now) {
    step = next;
    since = now;
  }

  private double rate(int lanes) {
    double computes = control.wanted().settings().work().computesMillis();
    double most = MOST_COMPUTING * cores * 1e3 / (Math.max(computes, 1e-3) * Math.max(1, lanes));
    return Math.min(LANE_PER_SECOND, most);
  }

  private @Nullable Limits measured(long answered, long nanos) {
    ProcessorTime earlier = before;
    ProcessorTime now = machine();
    if (earlier == null || now == null || answered <= 0) {
      return null;
    }
    double busyMillis = (1 - now.idleSince(earlier)) * cores * nanos / 1e6;
    double computes = control.wanted().settings().work().computesMillis();
    return Limits.of(busyMillis / answered - computes, cores);
  }

  private static @Nullable ProcessorTime machine() {
    try {
      return ProcessorTime.read(PROC);
    } catch (IOException e) {
      return null; // not Linux: nothing is suggested
    }
  }
}
