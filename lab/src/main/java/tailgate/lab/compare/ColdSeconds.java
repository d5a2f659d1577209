package tailgate.lab.compare;

import java.util.ArrayList;
import java.util.List;
import tailgate.lab.stats.SteadyState;

/**
 * The first seconds of a server: its load began with its first request.
 *
 * @param answered in each second from the start of the load
 * @param p99 of each second, in microseconds; 0 where nothing was answered
 * @param cpuMicros of the server for each answer, second by second; NaN if it was not sampled
 */
public record ColdSeconds(List<Long> answered, List<Long> p99, List<Double> cpuMicros) {

  /** The number of seconds that stand for a warm server. */
  private static final int LAST = 10;

  /** The number of answers of which {@link #cpuMillisOfFirst} is the cost. */
  private static final long FIRST = 10_000;

  public ColdSeconds {
    answered = List.copyOf(answered);
    p99 = List.copyOf(p99);
    cpuMicros = List.copyOf(cpuMicros);
  }

  /** Says when a server has settled that began cold, by the rule of all experiments. */
  SteadyState settled() {
    List<SteadyState.Window> windows = new ArrayList<>();
    for (int i = 0; i < answered.size(); i++) {
      double cpuSeconds = cpuMicros.get(i) * Math.max(1, answered.get(i)) / 1e6;
      windows.add(SteadyState.Window.of(1, answered.get(i), cpuSeconds));
    }
    return SteadyState.of(windows);
  }

  /**
   * Returns the answers per second in some of the seconds, in per cent of those of a warm server.
   *
   * @param seconds the first and the last of them, from 1
   */
  double ofWarm(List<Integer> seconds) {
    return 100 * perSecond(seconds.get(0) - 1, seconds.get(1)) / warm();
  }

  private double perSecond(int from, int to) {
    return answered.subList(Math.min(from, answered.size()), Math.min(to, answered.size())).stream()
        .mapToLong(Long::longValue)
        .average()
        .orElse(Double.NaN);
  }

  /** Returns the answers per second in the last seconds, which stand for a warm server. */
  double warm() {
    return perSecond(lastSeconds(), answered.size());
  }

  private int lastSeconds() {
    return Math.max(0, answered.size() - LAST);
  }

  /** Returns the P99 of the first second, in microseconds; NaN if there is none. */
  double firstP99() {
    return p99.isEmpty() ? Double.NaN : p99.get(0);
  }

  /** Returns the P99 in the middle of those of the last seconds, in microseconds; or NaN. */
  double warmP99() {
    List<Long> last = p99.subList(lastSeconds(), p99.size()).stream().sorted().toList();
    return last.isEmpty() ? Double.NaN : last.get(last.size() / 2);
  }

  /** Returns the processor time for the first answers in milliseconds; NaN if there were fewer. */
  double cpuMillisOfFirst() {
    double micros = 0;
    long left = FIRST;
    for (int i = 0; i < answered.size() && left > 0; i++) {
      long counted = Math.min(left, answered.get(i));
      micros += counted * cpuMicros.get(i);
      left -= counted;
    }
    return left == 0 ? micros / 1e3 : Double.NaN;
  }
}
