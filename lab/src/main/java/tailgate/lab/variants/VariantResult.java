package tailgate.lab.variants;

import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Measurement;
import tailgate.lab.stats.Interval;
import tailgate.lab.stats.SteadyState;

/**
 * What came of one run. This, as JSON, is all that reports are made from.
 *
 * @param settled whether the server had settled before; null if it was not warmed, or not watched
 * @param p99 in microseconds, with the interval over the seconds of this run alone; null if it had
 *     too few requests
 * @param rare what came of the rare requests, or of the background load; null if there were none
 * @param footprints what the server held; null if that was not read
 */
public record VariantResult(
    VariantRun run,
    Measurement measured,
    @Nullable SteadyState settled,
    @Nullable Interval p99,
    @Nullable Rare rare,
    @Nullable Footprints footprints) {

  /** Without footprints. */
  VariantResult(
      VariantRun run,
      Measurement measured,
      @Nullable SteadyState settled,
      @Nullable Interval p99,
      @Nullable Rare rare) {
    this(run, measured, settled, p99, rare, null);
  }

  /**
   * Those who asked beside the load of a run.
   *
   * @param perSecond how many were answered
   * @param p50 in microseconds
   * @param failed or without an answer
   */
  public record Rare(double perSecond, long p50, long failed) {}
}
