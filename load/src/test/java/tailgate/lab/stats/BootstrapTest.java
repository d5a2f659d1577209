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

  private static final Bootstrap BOOTSTRAP = new Bootstrap(1);
  private static final int STUDIES = 400;

  /** With a normal mean the exact interval is Student's: for these ten 0.2 to 2.8 or so. */
  @Test
  void theIntervalOfNormalValuesIsAsWideAsStudents() {
    double[] logs = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}; // Student's own, 1908
    List<Double> ratios = DoubleStream.of(logs).map(Math::exp).boxed().toList();

    Interval interval = BOOTSTRAP.geometricMean(ratios, 1).orElseThrow();

    assertThat(Math.log(interval.estimate())).isCloseTo(2.33, within(1e-9));
    assertThat(Math.log(interval.low())).isCloseTo(0.90, within(0.2));
    assertThat(Math.log(interval.high())).isCloseTo(3.76, within(0.2));
  }

  @Test
  void theSameSeedGivesTheSameInterval() {
    List<Double> ratios = List.of(1.1, 0.9, 1.3, 1.2, 1.0, 1.4);

    assertThat(BOOTSTRAP.geometricMean(ratios, 1)).isEqualTo(BOOTSTRAP.geometricMean(ratios, 1));
  }

  @Test
  void aRatioAndItsInverseSayTheSame() {
    List<Double> ratios = List.of(1.1, 0.9, 1.3, 1.2, 1.0, 1.4);
    Interval there = BOOTSTRAP.geometricMean(ratios, 1).orElseThrow();
    Interval back =
        BOOTSTRAP.geometricMean(ratios.stream().map(r -> 1 / r).toList(), 1).orElseThrow();

    assertThat(1 / back.high()).isCloseTo(there.low(), within(0.005));
    assertThat(1 / back.estimate()).isCloseTo(there.estimate(), within(1e-9));
  }

  @Test
  void severalStatementsTogetherNeedWiderIntervals() {
    List<Double> ratios = List.of(1.1, 0.9, 1.3, 1.2, 1.0, 1.4, 1.05, 0.97, 1.15, 1.25);
    Interval one = BOOTSTRAP.geometricMean(ratios, 1).orElseThrow();
    Interval ofSix = BOOTSTRAP.geometricMean(ratios, 6).orElseThrow();

    assertThat(ofSix.low()).isLessThan(one.low());
    assertThat(ofSix.high()).isGreaterThan(one.high());
  }

  @Test
  void fourBlocksAreTooFew() {
    assertThat(BOOTSTRAP.geometricMean(List.of(1.0, 1.1, 1.2, 1.3), 1)).isEmpty();
  }

  @Test
  void whatIsNotAPositiveNumberHasNoInterval() {
    assertThat(BOOTSTRAP.geometricMean(List.of(1.0, 1.1, 1.2, 1.3, 0.0), 1)).isEmpty();
    assertThat(BOOTSTRAP.geometricMean(List.of(1.0, 1.1, 1.2, 1.3, Double.NaN), 1)).isEmpty();
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
                    BOOTSTRAP
                        .geometricMean(ratios, 1)
                        .orElseThrow()
                        .contains(Math.exp(0.1 * truth)))
            .count();
    return (double) covered / STUDIES;
  }
}
