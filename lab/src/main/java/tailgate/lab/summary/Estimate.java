package tailgate.lab.summary;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.function.DoubleFunction;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Text;
import tailgate.lab.stats.Bootstrap;
import tailgate.lab.stats.Interval;

/**
 * Estimates one figure over the blocks of an experiment.
 *
 * @param values one value of each block; those that are not known are NaN
 */
public record Estimate(List<Double> values) {

  private static final String NONE = "–";

  public Estimate {
    values = values.stream().filter(value -> !value.isNaN()).toList();
  }

  /** Estimates a latency percentile in ms; with {@code >} if it is a lower bound in a block. */
  public static String ofPercentile(List<Measurement> blocks, double percentile) {
    List<Measurement> answered =
        blocks.stream().filter(run -> run.figures().hasLatencies()).toList();
    boolean exact = answered.stream().allMatch(run -> run.figures().isExact(percentile));
    return (exact ? "" : "> ")
        + new Estimate(
                answered.stream().map(run -> (double) run.figures().micros(percentile)).toList())
            .text(Text::millis);
  }

  /**
   * Returns the geometric mean with the larger side of its 95 % interval, as {@code 13,100 ±2 %};
   * without an interval if there are too few blocks or the figure is 0 in one of them.
   */
  public String text(DoubleFunction<String> unit) {
    if (values.isEmpty()) {
      return NONE;
    }
    return Bootstrap.geometricMean(values, Bootstrap.ERROR)
        .map(interval -> unit.apply(interval.estimate()) + width(interval))
        .orElseGet(() -> unit.apply(mean()));
  }

  private static String width(Interval interval) {
    double share =
        Math.max(interval.high() / interval.estimate(), interval.estimate() / interval.low()) - 1;
    return format(share < 0.0995 ? " ±%.1f %%" : " ±%.0f %%", 100 * share);
  }

  private double mean() {
    if (values.size() == 1) {
      return values.get(0); // exactly, as it was recorded
    }
    boolean logarithms = values.stream().allMatch(value -> value > 0);
    double mean =
        values.stream().mapToDouble(v -> logarithms ? Math.log(v) : v).average().orElseThrow();
    return logarithms ? Math.exp(mean) : mean;
  }
}
