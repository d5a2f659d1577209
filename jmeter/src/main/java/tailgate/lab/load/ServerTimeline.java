package tailgate.lab.load;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Quantities of a server over time.
 *
 * @param epochMillis when the samples were taken
 * @param series for each quantity as many values as there are samples; NaN where there was none
 */
public record ServerTimeline(List<Long> epochMillis, Map<String, List<Double>> series) {

  /** Cores in use by the server. */
  public static final String CPU = "cpu";

  /** Its memory in MiB. */
  public static final String RSS = "rss";

  /** Its threads, as counted by the kernel. */
  public static final String THREADS = "threads";

  /** Idle cores of the machine. */
  public static final String IDLE = "idle";

  /** Current number of workers. */
  public static final String WORKERS = "workers";

  /** Workers that are busy. */
  public static final String BUSY = "busy";

  /** Maximum number of workers. */
  public static final String MOST_WORKERS = "mostWorkers";

  /** Tasks in the queue. */
  public static final String QUEUED = "queued";

  /** Capacity of the queue. */
  public static final String QUEUE_CAPACITY = "queueCapacity";

  /** Open connections. */
  public static final String CONNECTIONS = "connections";

  /** Requests and connections that were refused since the start. */
  public static final String TURNED_AWAY = "turnedAway";

  /** Nothing was sampled. */
  public static final ServerTimeline EMPTY = new ServerTimeline(List.of(), Map.of());

  public ServerTimeline {
    epochMillis = List.copyOf(epochMillis);
    series = Map.copyOf(series);
  }

  /** Whether a quantity has any value. */
  public boolean knows(String quantity) {
    return values(quantity).anyMatch(value -> !Double.isNaN(value));
  }

  /** The values of a quantity, one for each sample; none if it was never sampled. */
  public List<Double> of(String quantity) {
    return series.getOrDefault(quantity, List.of());
  }

  /** The mean of a quantity over a stretch of time, 0 if it was never sampled then. */
  public double mean(String quantity, long fromEpochMillis, long toEpochMillis) {
    List<Double> values = of(quantity);
    return IntStream.range(0, values.size())
        .filter(i -> epochMillis.get(i) >= fromEpochMillis && epochMillis.get(i) < toEpochMillis)
        .mapToDouble(values::get)
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(0);
  }

  /** The largest value of a quantity, 0 if it was never sampled. */
  public double peak(String quantity) {
    return values(quantity).filter(value -> !Double.isNaN(value)).max().orElse(0);
  }

  private DoubleStream values(String quantity) {
    return of(quantity).stream().mapToDouble(Double::doubleValue);
  }
}
