package tailgate.lab.monitor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How long threads could have run and had no processor, until a moment: the second field of {@code
 * schedstat}, see the kernel's Documentation/scheduler/sched-stats.rst.
 *
 * @param nanos of each thread, by its number; none if the kernel does not say
 */
public record RunQueueGauge(Map<Long, Double> nanos) {

  private static final double NANOS_PER_MILLI = 1e6;

  /** Reads the times of all threads of some processes. */
  static RunQueueGauge read(Proc proc, Set<Long> processes) {
    Map<Long, Double> nanos = new HashMap<>();
    for (long pid : processes) {
      for (String thread : proc.names(pid + "/task")) {
        List<String> lines = proc.lines(pid + "/task/" + thread + "/schedstat");
        if (!lines.isEmpty()) {
          nanos.put(Long.valueOf(thread), Double.valueOf(lines.get(0).split(" ", -1)[1]));
        }
      }
    }
    return new RunQueueGauge(nanos);
  }

  /** Returns the growth since an earlier moment, with new threads and without ended ones. */
  double millisSince(RunQueueGauge earlier) {
    double sum = 0;
    for (Map.Entry<Long, Double> thread : nanos.entrySet()) {
      sum += thread.getValue() - earlier.nanos.getOrDefault(thread.getKey(), 0.0);
    }
    return sum / NANOS_PER_MILLI;
  }
}
