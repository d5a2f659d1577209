package tailgate.lab.stats;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Whether a server has settled, in throughput and in processor time per request, after 15 s at the
 * earliest and 60 s at the latest: five consecutive windows of a second agree within 3 %, or the
 * means of ten and of the ten before do. The second is for a machine on which single seconds differ
 * by more than that, however long one waits.
 *
 * <p>Some virtual machines never settle (Barrett and others, Virtual Machine Warmup Blows Hot and
 * Cold, OOPSLA 2017). The result then says so; a longer wait would not help.
 *
 * @param seconds after how many it did, or for how many it was watched
 */
public record SteadyState(boolean settled, int seconds) {

  private static final int WINDOWS = 5;
  public static final double TOLERANCE = 0.03;

  /** Two means of so many windows are compared. */
  private static final int GROUP = 10;

  public static final int EARLIEST = 15;
  public static final int LATEST = 60;

  /**
   * The earliest second for another kind of load at a server that has settled with the first one.
   */
  public static final int EARLIEST_AGAIN = 10;

  /**
   * The resolution of counts: a window may count one unit more or less at its start and at its end.
   */
  private static final int UNITS = 2;

  /**
   * A second of a server under load.
   *
   * @param seconds how long it really was, above 0
   * @param requests answered in it
   * @param cpuTicks of the server, of 10 ms each as Linux counts them
   */
  public record Window(double seconds, long requests, long cpuTicks) {

    private static final double TICK_MICROS = 10_000;

    /** Makes a window of a server of which the processor time is known in seconds. */
    public static Window of(double seconds, long requests, double cpuSeconds) {
      return new Window(seconds, requests, Math.round(cpuSeconds * 1e6 / TICK_MICROS));
    }

    double perSecond() {
      return requests / seconds;
    }

    /** Returns microseconds for each request; all time is that of one request if there is none. */
    double cpuPerRequest() {
      return cpuTicks * TICK_MICROS / Math.max(1, requests);
    }
  }

  /**
   * Judges all windows from the start of the load. Is called again after each window; says the same
   * from the moment on when the server has settled.
   */
  public static SteadyState of(List<Window> windows) {
    return of(windows, EARLIEST);
  }

  /** Judges the windows of a server that can have settled after {@code earliest} seconds. */
  public static SteadyState of(List<Window> windows, int earliest) {
    for (int end = earliest; end <= Math.min(LATEST, windows.size()); end++) {
      if (agree(windows.subList(end - WINDOWS, end)) || hasNoTrend(windows.subList(0, end))) {
        return new SteadyState(true, end);
      }
    }
    return new SteadyState(false, Math.min(LATEST, windows.size()));
  }

  /** Judges the last windows alone, of a warm-up that is over. */
  public static SteadyState atTheEndOf(List<Window> windows) {
    return windows.size() < WINDOWS
        ? new SteadyState(false, windows.size())
        : of(windows, windows.size());
  }

  /** Returns the state after one kind of load and then another. */
  public SteadyState then(SteadyState next) {
    return new SteadyState(settled && next.settled, seconds + next.seconds);
  }

  /** Whether watching longer cannot change the result. */
  public boolean decided() {
    return settled || seconds >= LATEST;
  }

  static boolean agree(List<Window> windows) {
    double seconds = windows.stream().mapToDouble(Window::seconds).average().orElseThrow();
    double requests = windows.stream().mapToLong(Window::requests).average().orElseThrow();
    return within(windows.stream().mapToDouble(Window::perSecond).toArray(), UNITS / seconds)
        && within(
            windows.stream().mapToDouble(Window::cpuPerRequest).toArray(),
            UNITS * Window.TICK_MICROS / Math.max(1, requests));
  }

  private static boolean hasNoTrend(List<Window> windows) {
    int middle = windows.size() - GROUP;
    return middle >= GROUP
        && agree(
            List.of(
                sum(windows.subList(middle - GROUP, middle)),
                sum(windows.subList(middle, windows.size()))));
  }

  private static Window sum(List<Window> windows) {
    return new Window(
        windows.stream().mapToDouble(Window::seconds).sum(),
        windows.stream().mapToLong(Window::requests).sum(),
        windows.stream().mapToLong(Window::cpuTicks).sum());
  }

  /** Whether the largest is at most 3 % of the mean above the least, or as close as can be seen. */
  private static boolean within(double[] values, double resolution) {
    DoubleSummaryStatistics all = Arrays.stream(values).summaryStatistics();
    return all.getMax() - all.getMin()
        <= Math.max(TOLERANCE * all.getAverage(), resolution) * (1 + 1e-9);
  }

  /** Returns words for people: {@code settled after 17 s}. */
  @Override
  public String toString() {
    return settled ? "settled after " + seconds + " s" : "did not settle in " + seconds + " s";
  }
}
