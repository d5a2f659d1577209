package tailgate.lab.warmup;

import java.util.List;
import tailgate.lab.load.Measurement;
import tailgate.lab.stats.SteadyState;

/**
 * The result of one run. Reports are made from its JSON alone, so its fields keep their names.
 *
 * @param answered in each second from the start of the load
 * @param p99 of each second, in microseconds; 0 where nothing was answered
 * @param cpuMicros of the server for each answer, second by second; NaN if it was not sampled
 * @param settled when it had settled, by the rule of all experiments
 */
public record WarmUpResult(
    WarmUpRun run,
    Measurement measured,
    List<Long> answered,
    List<Long> p99,
    List<Double> cpuMicros,
    SteadyState settled) {

  /** How many seconds stand for a warm server. */
  private static final int LAST = 10;

  public WarmUpResult {
    answered = List.copyOf(answered);
    p99 = List.copyOf(p99);
    cpuMicros = List.copyOf(cpuMicros);
  }

  /** Answers per second in the seconds from {@code from} until before {@code to}. */
  double perSecond(int from, int to) {
    return answered.subList(Math.min(from, answered.size()), Math.min(to, answered.size())).stream()
        .mapToLong(Long::longValue)
        .average()
        .orElse(Double.NaN);
  }

  /** The same of the last seconds, which stand for a warm server. */
  double warm() {
    return perSecond(lastSeconds(), answered.size());
  }

  private int lastSeconds() {
    return Math.max(0, answered.size() - LAST);
  }

  /** In the middle of those of the last seconds, in microseconds; NaN if there are none. */
  double warmP99() {
    List<Long> last = p99.subList(lastSeconds(), p99.size()).stream().sorted().toList();
    return last.isEmpty() ? Double.NaN : last.get(last.size() / 2);
  }

  /** The processor time of the server for its first answers, in milliseconds; NaN if unknown. */
  double cpuMillisOfFirst(long answers) {
    double micros = 0;
    long left = answers;
    for (int i = 0; i < answered.size() && left > 0; i++) {
      long its = Math.min(left, answered.get(i));
      micros += its * cpuMicros.get(i);
      left -= its;
    }
    return left == 0 ? micros / 1e3 : Double.NaN;
  }
}
