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

  /** The same of the last ten seconds, which stand for a warm server. */
  double warm() {
    return perSecond(Math.max(0, answered.size() - 10), answered.size());
  }
}
