package tailgate.lab.load;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A server over time, as seen from outside.
 *
 * @param epochMillis when the samples were taken
 * @param series for each quantity as many values as there are samples: {@code cpu} (cores in use),
 *     {@code rss} (MiB), {@code threads}
 */
public record ServerTimeline(List<Long> epochMillis, Map<String, List<Double>> series) {

  public ServerTimeline {
    epochMillis = List.copyOf(epochMillis);
    series = Map.copyOf(series);
  }

  /** The mean of a quantity over a stretch of time, 0 if it was never sampled then. */
  public double mean(String quantity, long fromEpochMillis, long toEpochMillis) {
    List<Double> values = series.getOrDefault(quantity, List.of());
    return IntStream.range(0, values.size())
        .filter(i -> epochMillis.get(i) >= fromEpochMillis && epochMillis.get(i) < toEpochMillis)
        .mapToDouble(values::get)
        .average()
        .orElse(0);
  }

  /** The largest value of a quantity, 0 if it was never sampled. */
  public double peak(String quantity) {
    return series.getOrDefault(quantity, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(0);
  }
}
