package tailgate.lab.load;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Quantities of a server over time.
 *
 * @param epochMillis when the samples were taken
 * @param series for each quantity as many values as there are samples; NaN where there was none
 */
public record ServerTimeline(List<Long> epochMillis, Map<String, List<Double>> series) {

  /** Cores that the server has used since the previous sample; for charts, not for sums. */
  public static final String CPU = "cpu";

  /** Processor time of the server in seconds, cumulative since its first reading. */
  public static final String CPU_SECONDS = "cpuSeconds";

  /**
   * When {@link #CPU_SECONDS} was read, in seconds of a monotonic clock. Unlike the time of the
   * sample it is correct even if the sampler had to wait for a processor.
   */
  public static final String CPU_CLOCK = "cpuClock";

  /** The part of it that the just-in-time compilers had, cumulative since they were started. */
  public static final String COMPILER_SECONDS = "compilerSeconds";

  /** Resident memory of the server in MiB. */
  public static final String RSS = "rss";

  /** Threads of the server, as counted by the kernel. */
  public static final String THREADS = "threads";

  /** Cores of the machine that were idle. */
  public static final String IDLE = "idle";

  /** Number of workers at this time. */
  public static final String WORKERS = "workers";

  /** Workers that serve a request. */
  public static final String BUSY = "busy";

  /** The number of workers that the pool may reach. */
  public static final String MOST_WORKERS = "mostWorkers";

  /** Tasks that wait in the queue. */
  public static final String QUEUED = "queued";

  /** The number of tasks that the queue can hold. */
  public static final String QUEUE_CAPACITY = "queueCapacity";

  /** Connections that are open at this time. */
  public static final String CONNECTIONS = "connections";

  /** Requests and connections that were refused since the start. */
  public static final String TURNED_AWAY = "turnedAway";

  /** The timeline if nothing was sampled. */
  public static final ServerTimeline EMPTY = new ServerTimeline(List.of(), Map.of());

  public ServerTimeline {
    epochMillis = List.copyOf(epochMillis);
    series = Map.copyOf(series);
  }

  public boolean knows(String quantity) {
    return values(quantity).anyMatch(value -> !Double.isNaN(value));
  }

  /** Returns the values of a quantity, one for each sample; none if it was never sampled. */
  public List<Double> of(String quantity) {
    return series.getOrDefault(quantity, List.of());
  }

  /** Returns the mean of a quantity over a stretch of time; absent if it was not sampled then. */
  public OptionalDouble mean(String quantity, long fromEpochMillis, long toEpochMillis) {
    List<Double> values = of(quantity);
    return IntStream.range(0, values.size())
        .filter(i -> epochMillis.get(i) >= fromEpochMillis && epochMillis.get(i) < toEpochMillis)
        .mapToDouble(values::get)
        .filter(value -> !Double.isNaN(value))
        .average();
  }

  /**
   * Returns the processor time that the server used in a stretch of time, in seconds: from
   * cumulative readings, interpolated at both ends. Absent if it was not read before the stretch
   * and after it. The reading from which time is counted is none of the samples.
   */
  public OptionalDouble cpuSeconds(long fromEpochMillis, long toEpochMillis) {
    return seconds(CPU_SECONDS, 0, fromEpochMillis, toEpochMillis);
  }

  /** Returns the processor time of the just-in-time compilers, as {@link #cpuSeconds} does. */
  public OptionalDouble compilerSeconds(long fromEpochMillis, long toEpochMillis) {
    return seconds(COMPILER_SECONDS, Double.NaN, fromEpochMillis, toEpochMillis);
  }

  /** Counts the seconds of a quantity that was {@code first} when the clock was 0. */
  private OptionalDouble seconds(
      String quantity, double first, long fromEpochMillis, long toEpochMillis) {
    List<Double> used = of(quantity);
    List<Double> clock = of(CPU_CLOCK);
    // The time of a sample is taken before its reading, so the largest difference is the best.
    double epochSeconds =
        IntStream.range(0, clock.size())
            .mapToDouble(i -> epochMillis.get(i) / 1e3 - clock.get(i))
            .max()
            .orElse(0);
    if (used.size() != clock.size()) {
      return OptionalDouble.empty();
    }
    double from = at(clock, used, first, fromEpochMillis / 1e3 - epochSeconds);
    double to = at(clock, used, first, toEpochMillis / 1e3 - epochSeconds);
    return Double.isNaN(to - from) ? OptionalDouble.empty() : OptionalDouble.of(to - from);
  }

  /** Interpolates the value at a time; NaN outside of what was read. */
  private static double at(List<Double> times, List<Double> values, double first, double time) {
    double before = 0;
    double value = first;
    for (int i = 0; i < times.size(); i++) {
      double after = times.get(i);
      if (time >= before && time <= after && after > before) {
        return value + (time - before) / (after - before) * (values.get(i) - value);
      }
      before = after;
      value = values.get(i);
    }
    return Double.NaN;
  }

  /** Returns the largest value of a quantity, 0 if it was never sampled. */
  public double peak(String quantity) {
    return values(quantity).filter(value -> !Double.isNaN(value)).max().orElse(0);
  }

  private DoubleStream values(String quantity) {
    return of(quantity).stream().mapToDouble(Double::doubleValue);
  }
}
