package tailgate.lab.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tailgate.lab.stats.Interval;

class LostShareTest {

  private static Interval of(double error, double requests, Double... lost) {
    return new LostShare(List.of(lost), Collections.nCopies(lost.length, requests)).interval(error);
  }

  /** The rule of three. */
  @Test
  void noneOfManyRequestsIsAtMostThreeInSoMany() {
    Interval none = of(0.05, 1_401.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);

    assertThat(none.low()).isZero();
    assertThat(none.high()).isCloseTo(2.1e-4, within(1e-5));
  }

  /** In one of nine blocks 211 of 780 requests were lost. */
  @Test
  void aSingleBurstIsOneEvent() {
    Interval burst = of(0.05, 780, 211.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);

    assertThat(burst.low()).isLessThan(0.001);
    assertThat(burst.high()).isGreaterThan(0.09);
  }

  @Test
  void asManyInEachBlockAreKnownWell() {
    Interval even = of(0.05, 1_000, 30.0, 31.0, 29.0, 30.0, 30.0, 30.0, 31.0, 29.0, 30.0, 30.0);

    assertThat(even.low()).isBetween(0.025, 0.028);
    assertThat(even.high()).isBetween(0.033, 0.036);
  }

  @Test
  void allOfThemIsAShareToo() {
    assertThat(of(0.05, 100, 100.0, 100.0, 100.0, 100.0, 100.0).high()).isEqualTo(1);
  }

  @Test
  void nineteenOfTwentyIntervalsContainTheTruth() {
    Random random = new Random(7);
    long covered =
        IntStream.range(0, 1_000)
            .filter(
                study ->
                    of(
                            0.05,
                            500,
                            IntStream.range(0, 10)
                                .mapToObj(
                                    block ->
                                        (double)
                                            IntStream.range(0, 500)
                                                .filter(i -> random.nextDouble() < 0.01)
                                                .count())
                                .toArray(Double[]::new))
                        .contains(0.01))
            .count();

    assertThat(covered).isBetween(940L, 995L);
  }
}
