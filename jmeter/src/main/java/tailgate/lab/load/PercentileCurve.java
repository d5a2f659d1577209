package tailgate.lab.load;

import java.util.List;
import org.HdrHistogram.AbstractHistogram;

/** A distribution as a few points for a plot, denser towards the tail. */
public final class PercentileCurve {

  /** In percent. */
  public static final List<Double> LEVELS =
      List.of(
          0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 85.0, 90.0, 92.0, 94.0, 95.0, 96.0,
          97.0, 98.0, 98.5, 99.0, 99.2, 99.4, 99.5, 99.6, 99.7, 99.8, 99.85, 99.9);

  private PercentileCurve() {}

  /** The values at {@link #LEVELS}. */
  public static List<Long> of(AbstractHistogram histogram) {
    return LEVELS.stream().map(histogram::getValueAtPercentile).toList();
  }
}
