package tailgate.lab.hyperfoil;

import static java.util.Comparator.reverseOrder;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Breakdown;
import tailgate.lab.load.Breakdown.SlowRequest;
import tailgate.lab.load.LatencyBreakdown;

class BreakdownRecorderTest {

  private final BreakdownRecorder recorder = new BreakdownRecorder();

  @Test
  void theSlowestHundredthIsABandOfItsOwn() {
    for (int i = 0; i < 198; i++) {
      recorder.answered(new LatencyBreakdown(1, 100, 300, 200, 0, 0, 300, 100), 0);
    }
    recorder.answered(new LatencyBreakdown(1, 100, 300, 49_000, 0, 0, 300, 300), 0);
    recorder.answered(new LatencyBreakdown(1, 100, 300, 200, 0, 0, 69_000, 400), 0);

    List<LatencyBreakdown> bands = bands();

    assertThat(bands).extracting(LatencyBreakdown::requests).containsExactly(100L, 80L, 18L, 2L);
    assertThat(bands.getFirst())
        .isEqualTo(new LatencyBreakdown(100, 10_000, 30_000, 20_000, 0, 0, 30_000, 10_000));
    assertThat(bands.getLast())
        .isEqualTo(new LatencyBreakdown(2, 200, 600, 49_200, 0, 0, 69_300, 700));
  }

  @Test
  void thePartsOfAllBandsAreTheLatencies() {
    long latencies = 0;
    for (int i = 0; i < 1_037; i++) {
      long latency = 700 + 13L * i * i % 9_001;
      latencies += latency;
      recorder.answered(
          new LatencyBreakdown(
              1,
              i % 7,
              0,
              latency / 3,
              0,
              0,
              latency / 5,
              latency - i % 7 - latency / 3 - latency / 5),
          i);
    }

    List<LatencyBreakdown> bands = bands();

    assertThat(bands.stream().mapToLong(LatencyBreakdown::total).sum()).isEqualTo(latencies);
    assertThat(bands.stream().mapToLong(LatencyBreakdown::requests).sum()).isEqualTo(1_037);
    assertThat(bands.getLast().requests()).isEqualTo(10);
  }

  @Test
  void nothingIsKnownBeforeThereIsAnAnswer() {
    assertThat(recorder.result()).isNull();
  }

  @Test
  void aSingleRequestIsInOneBand() {
    recorder.answered(new LatencyBreakdown(1, 1, 1, 1, 0, 0, 1, 1), 0);

    assertThat(bands().stream().mapToLong(LatencyBreakdown::requests))
        .containsExactly(1L, 0L, 0L, 0L);
  }

  @Test
  void someOfTheSlowestAreKeptOneByOne() {
    for (int i = 1; i <= 1_000; i++) {
      LatencyBreakdown request = new LatencyBreakdown(1, 0, 0, 1_000L * i, 0, 0, 0, 0);
      recorder.answered(request, 1_000_000L * i);
    }

    List<SlowRequest> slowest = Objects.requireNonNull(recorder.result()).slowest();

    assertThat(slowest).hasSize(Breakdown.MOST);
    assertThat(slowest.getFirst().parts().total()).isBetween(975_000L, 1_000_000L);
    assertThat(slowest).allMatch(slow -> slow.dueMillis() == slow.parts().total() / 1_000);
    assertThat(slowest)
        .extracting(slow -> slow.parts().total())
        .isSortedAccordingTo(reverseOrder());
  }

  private List<LatencyBreakdown> bands() {
    return Objects.requireNonNull(recorder.result()).bands();
  }
}
