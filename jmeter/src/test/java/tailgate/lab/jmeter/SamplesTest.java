package tailgate.lab.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.jmeter.Samples.Sample;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

class SamplesTest {

  @ParameterizedTest(name = "p{1} of 1..{0} is {2}")
  @CsvSource({
    "1, 50, 1",
    "1, 99, 1",
    "2, 50, 1",
    "2, 51, 2",
    "100, 0, 1",
    "100, 1, 1",
    "100, 50, 50",
    "100, 99, 99",
    "100, 100, 100",
    "101, 99, 100",
    "20, 95, 19",
    "1000, 95, 950",
    "1000, 99.9, 999",
    "10000, 99, 9900"
  })
  void percentilesAreOfTheNearestRank(int count, double percent, long expected) {
    Samples samples =
        new Samples(
            LongStream.rangeClosed(1, count).mapToObj(i -> new Sample(0, i, true, 1)).toList(), 1);

    assertThat(samples.percentileMillis(percent)).isEqualTo(expected);
  }

  @Test
  void theOrderOfSamplesDoesNotMatterAndFailedOnesAreInNoPercentile() {
    Samples samples =
        new Samples(
            List.of(
                new Sample(30, 9, true, 1),
                new Sample(10, 1, true, 1),
                new Sample(20, 500, false, 1)),
            1);

    assertThat(samples.percentileMillis(50)).isEqualTo(1);
    assertThat(samples.percentileMillis(100)).isEqualTo(9);
    assertThat(samples.failures()).isEqualTo(1);
    assertThat(samples.spanMillis()).isEqualTo(510);
  }

  @Test
  void aMeasurementIsInMicrosecondsAndByWindowsOf100Milliseconds() {
    Samples samples =
        new Samples(
            List.of(
                new Sample(1_000, 4, true, 1),
                new Sample(1_099, 6, true, 1),
                new Sample(1_250, 40, false, 1),
                new Sample(1_300, 200, true, 1)),
            3);

    Measurement measured = samples.measurement("a", "b", null, ServerView.NOTHING);

    assertThat(measured.figures())
        .isEqualTo(new Figures(3, 1, 6_000, 200_000, 200_000, 200_000, 200_000, 200_000));
    assertThat(measured.perSecond()).isEqualTo(6.0); // 3 in 500 ms
    assertThat(measured.startEpochMillis()).isEqualTo(1_000);
    assertThat(measured.latency())
        .isEqualTo(
            new Timeline(
                100,
                List.of(2L, 0L, 0L, 1L),
                List.of(0L, 0L, 1L, 0L),
                List.of(4_000L, 0L, 0L, 200_000L),
                List.of(6_000L, 0L, 0L, 200_000L),
                List.of(6_000L, 0L, 0L, 200_000L)));
  }

  @Test
  void aLongRunHasWiderWindows() {
    Samples hour =
        new Samples(List.of(new Sample(0, 1, true, 1), new Sample(3_600_000, 1, true, 1)), 1);

    assertThat(hour.measurement("a", "a", null, ServerView.NOTHING).latency().windowMillis())
        .isEqualTo(10_000);
  }

  @Test
  void usersThatLeftLateAreCountedByJMetersOwnTimetable() {
    RampUpLoad load = new RampUpLoad(4, Duration.ofSeconds(4), "/", false);
    Samples samples =
        new Samples(
            List.of(
                new Sample(5_000, 1, true, 1),
                new Sample(6_003, 1, true, 1),
                new Sample(7_050, 1, true, 1),
                new Sample(8_030, 1, true, 1)),
            1);

    assertThat(samples.health(load)).isEqualTo(new Health(4, 4, 0, 1, 48_000, 48_000));
  }

  @Test
  void noSamplesHaveNoPercentiles() {
    assertThatThrownBy(() -> new Samples(List.of(), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
