package tailgate.lab.monitor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * How long threads have had a processor, and how long they could have run and had none, until a
 * moment: the first fields of {@code schedstat}, see the kernel's
 * Documentation/scheduler/sched-stats.rst.
 *
 * @param threads by their numbers; none if the kernel does not say
 */
public record RunQueueGauge(Map<Long, Times> threads) {

  private static final double NANOS_PER_MILLI = 1e6;

  /** The times of a thread, in nanoseconds. */
  public record Times(double ran, double waited) {

    private static final Times NONE = new Times(0, 0);
  }

  /** Reads the times of all threads of some processes. */
  static RunQueueGauge read(Proc proc, Set<Long> processes) {
    Map<Long, Times> threads = new HashMap<>();
    for (long pid : processes) {
      for (String thread : proc.names(pid + "/task")) {
        List<String> lines = proc.lines(pid + "/task/" + thread + "/schedstat");
        if (!lines.isEmpty()) {
          String[] fields = lines.get(0).split(" ", -1);
          Times times = new Times(Double.parseDouble(fields[0]), Double.parseDouble(fields[1]));
          threads.put(Long.valueOf(thread), times);
        }
      }
    }
    return new RunQueueGauge(threads);
  }

  /** Returns how long the threads have run since an earlier moment. */
  double ranMillisSince(RunQueueGauge earlier) {
    return millisSince(earlier, Times::ran);
  }

  /** Returns how long the threads have waited for a processor since an earlier moment. */
  double waitedMillisSince(RunQueueGauge earlier) {
    return millisSince(earlier, Times::waited);
  }

  /** Returns the growth since an earlier moment, with new threads and without ended ones. */
  private double millisSince(RunQueueGauge earlier, ToDoubleFunction<Times> time) {
    double sum = 0;
    for (Map.Entry<Long, Times> thread : threads.entrySet()) {
      Times before = earlier.threads.getOrDefault(thread.getKey(), Times.NONE);
      sum += time.applyAsDouble(thread.getValue()) - time.applyAsDouble(before);
    }
    return sum / NANOS_PER_MILLI;
  }
}
