package tailgate.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BootstrapTest {

  private static final int STUDIES = 400;

  /** With a normal mean the exact interval is Student's: for these ten 0.2 to 2.8 or so. */
  @Test
  void theIntervalOfNormalValuesIsAsWideAsStudents() {
    double[] logs = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}; // Student's own, 1908
    List<Double> ratios = DoubleStream.of(logs).map(Math::exp).boxed().toList();

    Interval interval = Bootstrap.geometricMean(ratios, Bootstrap.ERROR).orElseThrow();

    assertThat(Math.log(interval.estimate())).isCloseTo(2.33, within(1e-9));
    assertThat(Math.log(interval.low())).isCloseTo(0.90, within(0.2));
    assertThat(Math.log(interval.high())).isCloseTo(3.76, within(0.2));
  }

  /** Five values have 3,125 resamples, which are all made here. */
  @Test
  void theIntervalIsThatOfAllResamples() {
    double[] logs = {0.3, -0.4, 1.1, 0.2, 0.9};
    double[] means =
        IntStream.range(0, 3_125)
            .mapToDouble(
                i -> IntStream.of(1, 5, 25, 125, 625).mapToDouble(p -> logs[i / p % 5]).sum() / 5)
            .sorted()
            .toArray();
    double tail = SmallSample.tail(5, 1 - Bootstrap.ERROR);

    Interval interval =
        Bootstrap.geometricMean(
                DoubleStream.of(logs).map(Math::exp).boxed().toList(), Bootstrap.ERROR)
            .orElseThrow();

    assertThat(Math.log(interval.low())).isCloseTo(means[(int) (tail * 3_125)], within(0.02));
    assertThat(Math.log(interval.high()))
        .isCloseTo(means[(int) ((1 - tail) * 3_125)], within(0.02));
  }

  @Test
  void equalValuesAreTheirInterval() {
    Interval interval =
        Bootstrap.geometricMean(List.of(3.0, 3.0, 3.0, 3.0, 3.0), Bootstrap.ERROR).orElseThrow();

    assertThat(interval.low()).isCloseTo(3, within(1e-12));
    assertThat(interval.high()).isCloseTo(3, within(1e-12));
  }

  @Test
  void aRatioAndItsInverseSayTheSame() {
    List<Double> ratios = List.of(1.1, 0.9, 1.3, 1.2, 1.0, 1.4);
    Interval there = Bootstrap.geometricMean(ratios, Bootstrap.ERROR).orElseThrow();
    Interval back =
        Bootstrap.geometricMean(ratios.stream().map(r -> 1 / r).toList(), Bootstrap.ERROR)
            .orElseThrow();

    assertThat(1 / back.high()).isCloseTo(there.low(), within(0.005));
    assertThat(1 / back.estimate()).isCloseTo(there.estimate(), within(1e-9));
  }

  @Test
  void severalStatementsTogetherNeedWiderIntervals() {
    List<Double> ratios = List.of(1.1, 0.9, 1.3, 1.2, 1.0, 1.4, 1.05, 0.97, 1.15, 1.25);
    Interval one = Bootstrap.geometricMean(ratios, Bootstrap.ERROR).orElseThrow();
    Interval ofSix = Bootstrap.geometricMean(ratios, Bootstrap.ERROR / 6).orElseThrow();

    assertThat(ofSix.low()).isLessThan(one.low());
    assertThat(ofSix.high()).isGreaterThan(one.high());
  }

  @Test
  void fourBlocksAreTooFew() {
    assertThat(Bootstrap.geometricMean(List.of(1.0, 1.1, 1.2, 1.3), Bootstrap.ERROR)).isEmpty();
  }

  @Test
  void whatIsNotAPositiveNumberHasNoInterval() {
    assertThat(Bootstrap.geometricMean(List.of(1.0, 1.1, 1.2, 1.3, 0.0), Bootstrap.ERROR))
        .isEmpty();
    assertThat(Bootstrap.geometricMean(List.of(1.0, 1.1, 1.2, 1.3, Double.NaN), Bootstrap.ERROR))
        .isEmpty();
  }

  @Test
  @Tag("slow")
  void nineteenOfTwentyIntervalsOfTenNormalBlocksContainTheTruth() {
    assertThat(coverage(10, Random::nextGaussian, 0)).isBetween(0.93, 0.97);
  }

  @Test
  @Tag("slow")
  void soDoThoseOfFive() {
    assertThat(coverage(5, Random::nextGaussian, 0)).isBetween(0.92, 0.98);
  }

  /** A long tail costs some coverage; docs/method.md says how much. */
  @Test
  @Tag("slow")
  void aLongTailCostsLittle() {
    ToDoubleFunction<Random> logNormal = random -> Math.exp(0.5 * random.nextGaussian());

    assertThat(coverage(10, logNormal, Math.exp(0.125))).isBetween(0.89, 0.96);
  }

  private static double coverage(int blocks, ToDoubleFunction<Random> log, double truth) {
    Random random = new Random(5);
    long covered =
        IntStream.range(0, STUDIES)
            .mapToObj(
                study ->
                    IntStream.range(0, blocks)
                        .mapToObj(block -> Math.exp(0.1 * log.applyAsDouble(random)))
                        .toList())
            .filter(
                ratios ->
                    Bootstrap.geometricMean(ratios, Bootstrap.ERROR)
                        .orElseThrow()
                        .contains(Math.exp(0.1 * truth)))
            .count();
    return (double) covered / STUDIES;
  }
}
