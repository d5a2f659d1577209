package tailgate.lab.choose;

import java.util.ArrayList;
import java.util.List;
import tailgate.lab.load.Timeline;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.stats.SteadyState.Window;

/** Says whether a server had settled at the end of its warm-up, second by second. */
final class WarmUpWindows {

  private static final long SECOND_MILLIS = 1_000;

  private WarmUpWindows() {}

  /** Returns whether the server had settled; the last five seconds decide. */
  static SteadyState settled(Driven driven) {
    Timeline timeline = driven.load().timeline();
    List<Long> ended = timeline.ended() == null ? timeline.count() : timeline.ended();
    int each = (int) (SECOND_MILLIS / timeline.windowMillis());
    List<Window> windows = new ArrayList<>();
    for (int i = 0; i + each <= ended.size(); i += each) {
      long requests = ended.subList(i, i + each).stream().mapToLong(Long::longValue).sum();
      long from = driven.load().startEpochMillis() + i * timeline.windowMillis();
      double cpu = driven.server().kernel().cpuSeconds(from, from + SECOND_MILLIS).orElse(0);
      windows.add(Window.of(1, requests, cpu));
    }
    return SteadyState.atTheEndOf(windows);
  }
}
