package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerTimelineTest {

  @Test
  void processorTimeIsTheDifferenceOfTwoReadings() {
    ServerTimeline timeline =
        timeline(List.of(1_000L, 2_000L, 3_000L), List.of(0.0, 1.0, 2.0), List.of(0.0, 0.5, 2.5));

    assertThat(timeline.cpuSeconds(1_000, 3_000)).hasValue(2.5);
    assertThat(timeline.cpuSeconds(1_500, 2_500).orElseThrow())
        .isCloseTo(0.25 + 1, within(1e-9)); // interpolated at both ends
  }

  @Test
  void aSampleThatWasReadMuchLaterThanItBeganCountsWhenItWasRead() {
    // Its clock says that the second one was read 6 s after it began.
    ServerTimeline timeline =
        timeline(List.of(1_000L, 2_000L, 8_100L), List.of(0.0, 7.0, 7.1), List.of(0.0, 7.0, 7.2));

    assertThat(timeline.cpuSeconds(1_000, 8_000).orElseThrow()).isCloseTo(7.0, within(1e-9));
  }

  @Test
  void theReadingFromWhichTimeIsCountedIsABeginningToo() {
    ServerTimeline timeline =
        timeline(List.of(1_100L, 1_200L), List.of(0.1, 0.2), List.of(0.05, 0.1));

    assertThat(timeline.cpuSeconds(1_000, 1_200).orElseThrow()).isCloseTo(0.1, within(1e-9));
    assertThat(timeline.cpuSeconds(1_050, 1_200).orElseThrow()).isCloseTo(0.075, within(1e-9));
    assertThat(timeline.cpuSeconds(990, 1_200)).isEmpty();
  }

  @Test
  void whatWasNotReadBeforeAndAfterIsNotKnown() {
    ServerTimeline timeline =
        timeline(List.of(1_000L, 2_000L), List.of(0.0, 1.0), List.of(0.0, 1.0));

    assertThat(timeline.cpuSeconds(500, 1_500)).isEmpty();
    assertThat(timeline.cpuSeconds(1_500, 2_500)).isEmpty();
    assertThat(ServerTimeline.EMPTY.cpuSeconds(0, 1)).isEmpty();
  }

  @Test
  void aMeanIsThatOfTheSamplesInTheStretch() {
    var timeline =
        new ServerTimeline(
            List.of(1_000L, 2_000L, 3_000L, 4_000L),
            Map.of(ServerTimeline.WORKERS, List.of(8.0, 16.0, Double.NaN, 64.0)));

    assertThat(timeline.mean(ServerTimeline.WORKERS, 1_000, 4_000)).hasValue(12.0);
    assertThat(timeline.mean(ServerTimeline.WORKERS, 3_000, 4_000)).isEmpty();
    assertThat(timeline.mean(ServerTimeline.BUSY, 1_000, 4_000)).isEmpty();
  }

  private static ServerTimeline timeline(
      List<Long> epochMillis, List<Double> clock, List<Double> used) {
    return new ServerTimeline(
        epochMillis, Map.of(ServerTimeline.CPU_CLOCK, clock, ServerTimeline.CPU_SECONDS, used));
  }
}
