package tailgate.lab.sweep;

import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Measurement;
import tailgate.lab.stats.Interval;
import tailgate.lab.stats.SteadyState;

/**
 * The result of one run. Reports are made from its JSON alone.
 *
 * @param settled whether the server had settled before; null if it was not warmed, or not watched
 * @param p99 in microseconds, with the interval over the seconds of this run alone; null if it had
 *     too few requests, and in old results
 */
public record SweepResult(
    SweepRun run, Measurement measured, @Nullable SteadyState settled, @Nullable Interval p99) {

  /** Of a run of which no more is known. */
  public SweepResult(SweepRun run, Measurement measured) {
    this(run, measured, null, null);
  }
}
