package tailgate.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NoiseFloorTest {

  @Test
  void isTheLargerSideOfTheInterval() {
    assertThat(new NoiseFloor(new Interval(0.98, 1.01, 1.04)).share())
        .isCloseTo(0.04, within(1e-9));
    assertThat(new NoiseFloor(new Interval(0.8, 0.9, 1.04)).share()).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void aDifferenceWhereThereIsNoneIsAFalseAlarm() {
    assertThat(new NoiseFloor(new Interval(0.98, 1.01, 1.04)).falseAlarm()).isFalse();
    assertThat(new NoiseFloor(new Interval(1.01, 1.02, 1.04)).falseAlarm()).isTrue();
  }

  @Test
  void twentyOfTheSameGiveOneFalseAlarmAtMostOrTwo() {
    Random random = new Random(16);
    long alarms =
        IntStream.range(0, 20)
            .mapToObj(i -> random.doubles(10, 0.97, 1.03).boxed().toList())
            .filter(
                ratios ->
                    new NoiseFloor(Bootstrap.geometricMean(ratios, Bootstrap.ERROR).orElseThrow())
                        .falseAlarm())
            .count();

    assertThat(alarms).isLessThanOrEqualTo(2);
  }
}
