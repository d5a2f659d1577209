package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tailgate.lab.hyperfoil.LiveRecorder;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.summary.Diagnosis;

class LaneHistoryTest {

  private static final long RESET = 1_000_000;

  private final LaneHistory history = new LaneHistory("threadpool");

  @Test
  void whatBreaksIsSaidWithItsTime() {
    busy(3_000, 3_250, 3_500);

    assertThat(broken()).map(Diagnosis.First::epochMillis).contains(RESET + 3_000);
  }

  @Test
  void whatOnlyTheColdServerOfTheFirstSecondsDoesIsNotSaid() {
    busy(500, 750, 1_000);

    assertThat(broken()).isEmpty();
  }

  @Test
  void whatGoesOnAfterThemIsSaid() {
    busy(500, 750, 1_000, 2_000, 2_250);

    assertThat(broken()).map(Diagnosis.First::epochMillis).contains(RESET + 2_000);
  }

  @Test
  void whatBrokeWhileTheMachineWasStarvedIsTakenBack() {
    busy(3_000, 3_250, 3_500);
    assertThat(broken()).isPresent();

    assertThat(broken(RESET + 4_500, RESET + 5_000)).isEmpty();
  }

  @Test
  void whatBrokeLongBeforeTheMachineWasStarvedStays() {
    busy(3_000, 3_250, 3_500);
    assertThat(broken()).isPresent();

    assertThat(broken(RESET + 9_000, RESET + 9_500)).isPresent();
  }

  /** At these milliseconds after the reset. */
  private void busy(long... millis) {
    for (long at : millis) {
      history.stats(RESET + at, Map.of(ServerTimeline.BUSY, 8.0, ServerTimeline.MOST_WORKERS, 8.0));
    }
    history.stats(
        RESET + 4_000, Map.of(ServerTimeline.BUSY, 1.0, ServerTimeline.MOST_WORKERS, 8.0));
  }

  private Optional<Diagnosis.First> broken() {
    return broken(RESET, RESET + 5_000);
  }

  private Optional<Diagnosis.First> broken(long sinceEpochMillis, long nowEpochMillis) {
    return history.firstBroken(new LiveRecorder(), 0, sinceEpochMillis, nowEpochMillis);
  }
}
