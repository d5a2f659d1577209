package tailgate.lab.race;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.summary.Diagnosis;

/**
 * Holds what is known of the server of a lane.
 *
 * @param kernel by the names of {@link tailgate.lab.load.ServerTimeline}; empty if it does not run
 * @param stats figures of its statistics, likewise
 * @param broke what broke first since the last reset
 */
record LaneFigures(
    Map<String, Double> kernel, Map<String, Double> stats, Optional<Diagnosis.First> broke) {

  static final LaneFigures NONE = new LaneFigures(Map.of(), Map.of(), Optional.empty());

  LaneFigures {
    kernel = Map.copyOf(kernel);
    stats = Map.copyOf(stats);
  }

  /** Returns a figure; null if it is not known. */
  @Nullable Double of(String quantity) {
    Double value = stats.getOrDefault(quantity, kernel.getOrDefault(quantity, Double.NaN));
    return value.isNaN() ? null : value;
  }

  /** Returns the figure of something that is counted; null if it is not known. */
  @Nullable Long count(String quantity) {
    Double value = of(quantity);
    return value == null ? null : Math.round(value);
  }
}
