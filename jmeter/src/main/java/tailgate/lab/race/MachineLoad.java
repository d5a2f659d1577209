package tailgate.lab.race;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import tailgate.lab.machine.ProcessorTime;

/** How busy the machine was in the last half second. Confined to the thread of the frames. */
final class MachineLoad {

  private static final int FRAMES = 5;

  /** In cores; the same limit as in the reports. */
  private static final double NO_CORES_LEFT = 0.1;

  private static final Path PROC = Path.of("/proc");

  private final Deque<ProcessorTime> last = new ArrayDeque<>();
  private final int cores = Runtime.getRuntime().availableProcessors();

  /**
   * The machine now.
   *
   * @param busy share of its processors, 0 to 1, as {@code steal}
   * @param steal what other machines on the same host had
   * @param limit whether no processor time was left
   */
  record Now(double busy, double steal, boolean limit) {}

  Now look() {
    try {
      last.add(ProcessorTime.read(PROC));
    } catch (IOException e) {
      return new Now(0, 0, false); // not Linux
    }
    if (last.size() > FRAMES + 1) {
      last.removeFirst();
    }
    double idle = last.getLast().idleSince(last.getFirst());
    return last.size() <= FRAMES
        ? new Now(0, 0, false)
        : new Now(
            rounded(1 - idle),
            rounded(last.getLast().stolenSince(last.getFirst())),
            idle * cores <= NO_CORES_LEFT);
  }

  private static double rounded(double share) {
    return Math.round(share * 1e3) / 1e3;
  }
}
