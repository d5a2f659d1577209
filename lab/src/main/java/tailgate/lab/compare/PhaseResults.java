package tailgate.lab.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Figures;

/**
 * What came of a load with phases.
 *
 * @param each by name, in the order of the load
 * @param capacity what the server can do; null if that was not measured
 * @param workers of a pool when the main phase began; null if it did not say, or nobody asked
 * @param backEnd what was seen of the back end; null if the server asked none
 */
public record PhaseResults(
    List<PhaseResult> each,
    @Nullable ServerCapacity capacity,
    @Nullable Double workers,
    @Nullable BackEndView backEnd) {

  /**
   * What was seen of a back end.
   *
   * @param nominal what it can do by its slots and its service time, in calls per second
   * @param ceiling what it did when it was asked directly by twice as many users as it has slots
   *     (by as many as slots in runs from before 23 November 2026, 22:24 UTC)
   * @param connections to it, at most
   * @param waiting calls that waited in it, at most; 0 if it has no queue
   * @param calls that it ended under the whole load
   * @param unused of them, those whose answer reached no client
   */
  public record BackEndView(
      double nominal,
      double ceiling,
      double connections,
      double waiting,
      long calls,
      long unused) {}

  PhaseResults with(BackEndView view) {
    return new PhaseResults(each, capacity, workers, view);
  }

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
