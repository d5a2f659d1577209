package tailgate.lab.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The interval of a mean by Student's t, for logarithms of ratios. It does not end at the most
 * extreme block, as that of a {@link Bootstrap} does, so it is right for errors far below 5 %, too.
 */
public final class StudentInterval {

  private StudentInterval() {}

  /**
   * Returns Student's interval of a geometric mean, with the parameters and the conditions of
   * {@link Bootstrap#geometricMean}.
   */
  public static Optional<Interval> geometricMean(List<Double> values, double error) {
    return Bootstrap.logarithms(values)
        .map(
            logs -> {
              double mean = Arrays.stream(logs).average().orElseThrow();
              double squares = Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
              double half =
                  SmallSample.tQuantile(1 - error / 2, logs.length - 1)
                      * Math.sqrt(squares / (logs.length - 1) / logs.length);
              return new Interval(Math.exp(mean - half), Math.exp(mean), Math.exp(mean + half));
            });
  }
}
