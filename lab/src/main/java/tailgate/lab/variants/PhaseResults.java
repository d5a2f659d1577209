package tailgate.lab.variants;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Figures;

/**
 * What came of a load with phases.
 *
 * @param each by name, in the order of the load
 * @param capacity what the server can do; null if that was not measured
 * @param workers of a pool when the main phase began; null if it did not say, or nobody asked
 */
public record PhaseResults(
    List<PhaseResult> each, @Nullable ServerCapacity capacity, @Nullable Double workers) {

  /**
   * What a server can do.
   *
   * @param perSecond answers per second to a few users who ask again once they have their answer
   * @param figures the latencies of that load, none of whose requests should have failed
   * @param ceiling of the generator, in requests per second; null if it was not measured
   */
  public record ServerCapacity(double perSecond, Figures figures, @Nullable Double ceiling) {}

  public PhaseResults {
    each = List.copyOf(each);
  }

  /** Returns the results of some names, of those that there are. */
  List<PhaseResult> named(List<String> names) {
    return each.stream().filter(phase -> names.contains(phase.name())).toList();
  }
}
