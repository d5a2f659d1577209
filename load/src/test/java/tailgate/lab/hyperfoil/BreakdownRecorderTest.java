package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.LatencyBreakdown;

class BreakdownRecorderTest {

  private final BreakdownRecorder recorder = new BreakdownRecorder();

  @Test
  void theSlowestHundredthIsABandOfItsOwn() {
    for (int i = 0; i < 198; i++) {
      recorder.answered(new LatencyBreakdown(1, 100, 300, 200, 0, 300, 100));
    }
    recorder.answered(new LatencyBreakdown(1, 100, 300, 49_000, 0, 300, 300));
    recorder.answered(new LatencyBreakdown(1, 100, 300, 200, 0, 69_000, 400));

    List<LatencyBreakdown> bands = recorder.bands();

    assertThat(bands).extracting(LatencyBreakdown::requests).containsExactly(100L, 80L, 18L, 2L);
    assertThat(bands.getFirst())
        .isEqualTo(new LatencyBreakdown(100, 10_000, 30_000, 20_000, 0, 30_000, 10_000));
    assertThat(bands.getLast()).isEqualTo(new LatencyBreakdown(2, 200, 600, 49_200, 0, 69_300, 700));
  }

  @Test
  void thePartsOfAllBandsAreTheLatencies() {
    long latencies = 0;
    for (int i = 0; i < 1_037; i++) {
      long latency = 700 + 13L * i * i % 9_001;
      latencies += latency;
      recorder.answered(
          new LatencyBreakdown(
              1, i % 7, 0, latency / 3, 0, latency / 5, latency - i % 7 - latency / 3 - latency / 5));
    }

    List<LatencyBreakdown> bands = recorder.bands();

    assertThat(bands.stream().mapToLong(LatencyBreakdown::total).sum()).isEqualTo(latencies);
    assertThat(bands.stream().mapToLong(LatencyBreakdown::requests).sum()).isEqualTo(1_037);
    assertThat(bands.getLast().requests()).isEqualTo(10);
  }

  @Test
  void nothingIsKnownBeforeThereIsAnAnswer() {
    assertThat(recorder.bands()).isEmpty();
  }

  @Test
  void aSingleRequestIsInOneBand() {
    recorder.answered(new LatencyBreakdown(1, 1, 1, 1, 0, 1, 1));

    assertThat(recorder.bands().stream().mapToLong(LatencyBreakdown::requests))
        .containsExactly(1L, 0L, 0L, 0L);
  }
}
