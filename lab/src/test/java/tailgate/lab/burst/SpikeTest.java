package tailgate.lab.burst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.ServerTimeline;

class SpikeTest {

  private static final ServerTimeline STATS =
      new ServerTimeline(
          List.of(1_000L, 1_250L, 1_500L, 1_750L),
          Map.of("workers", List.of(12.0, 8.0, Double.NaN, 60.0)));

  @Test
  void theSizeIsThatOfTheLastSampleBeforeIt() {
    assertThat(Spike.workersBefore(STATS, 1_200)).isEqualTo(12);
    assertThat(Spike.workersBefore(STATS, 1_700)).isEqualTo(8);
    assertThat(Spike.workersBefore(STATS, 1_000)).isNull();
    assertThat(Spike.workersBefore(ServerTimeline.EMPTY, 1_700)).isNull();
  }

  @Test
  void aPoolThatIsStillLargeHasNothingToShow() {
    assertThat(new Spike(1, 50_000, 8.0, 8).objection()).isEmpty();
    assertThat(new Spike(2, 50_000, 12.0, 8).objection())
        .hasValue("the pool had 12 workers when spike 2 began, not 8");
    assertThat(new Spike(1, 50_000, null, 8).objection())
        .hasValue("nobody knows the size of the pool before spike 1");
  }

  @Test
  void aServerThatDoesNotSizeItselfNeedsNone() {
    assertThat(new Spike(1, 50_000, null, 0).objection()).isEmpty();
    assertThat(BurstCandidate.all(64))
        .extracting(BurstCandidate::coreWorkers)
        .containsExactly(0, 0, 0, 8, 0);
  }
}
