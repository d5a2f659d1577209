package tailgate.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmallSampleTest {

  /** From the tables of every textbook. */
  @ParameterizedTest
  @CsvSource({
    "0.975, 1, 12.7062",
    "0.975, 4, 2.7764",
    "0.975, 9, 2.2622",
    "0.995, 9, 3.2498",
    "0.95, 30, 1.6973"
  })
  void theQuantilesOfStudentsT(double p, int freedom, double t) {
    assertThat(SmallSample.tQuantile(p, freedom)).isCloseTo(t, within(1e-4));
  }

  @ParameterizedTest
  @CsvSource({"0, 0.5", "1.959964, 0.975", "-1.959964, 0.025", "-3.890592, 0.00005", "-40, 0"})
  void theNormalDistribution(double x, double p) {
    assertThat(SmallSample.normal(x)).isCloseTo(p, within(1e-7));
  }

  @Test
  void aLargeSampleNeedsNoCorrection() {
    assertThat(SmallSample.tail(10_000, 0.95)).isCloseTo(0.025, within(1e-4));
  }

  /** Hesterberg 2015, table 5: the level for n = 10 and 95 %. */
  @Test
  void tenValuesNeedAWiderInterval() {
    assertThat(SmallSample.tail(10, 0.95)).isCloseTo(0.0086, within(1e-4));
  }

  /** Student's own ten values, 1908: 2.33 with a standard deviation of 2.002. */
  @Test
  void theIntervalOfAMeanIsStudents() {
    List<Double> ratios =
        DoubleStream.of(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4)
            .map(Math::exp)
            .boxed()
            .toList();

    Interval interval = StudentInterval.geometricMean(ratios, 0.05).orElseThrow();

    assertThat(Math.log(interval.low())).isCloseTo(0.898, within(1e-3));
    assertThat(Math.log(interval.high())).isCloseTo(3.762, within(1e-3));
  }
}
