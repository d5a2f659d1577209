package tailgate.lab.load;

import java.util.List;
import java.util.Map;

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

  /** The largest value of a quantity, 0 if it was never sampled. */
  public double peak(String quantity) {
    return series.getOrDefault(quantity, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(0);
  }
}
