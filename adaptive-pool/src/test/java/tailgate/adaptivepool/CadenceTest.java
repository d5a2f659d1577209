package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CadenceTest {
  private final Cadence cadence = new Cadence(Duration.ofMillis(100));

  @Test
  void looksLessOftenAtABacklogThatItCanDoNothingAbout() {
    for (int millis : new int[] {1, 1, 1, 1, 2, 4, 8, 8}) {
      cadence.looked(Outcome.STUCK, 0);
      assertSoonest(millis);
    }
  }

  @Test
  void looksLessOftenWhenItIsCalledInVain() {
    for (int millis : new int[] {2, 4, 8, 8}) {
      cadence.looked(Outcome.CALM, 0);
      assertSoonest(millis);
    }
  }

  @Test
  void looksSoonAgainOnceItGrew() {
    cadence.looked(Outcome.CALM, 0);
    cadence.looked(Outcome.GREW, 0);
    assertSoonest(1);
  }

  @Test
  void looksSoonAgainOnceNobodyHasCalledForAnInterval() {
    cadence.looked(Outcome.CALM, 0);
    cadence.looked(Outcome.CALM, 0);
    cadence.waited();
    assertSoonest(1);
  }

  @Test
  void restsAsLongAsALookInVainHasTaken() {
    cadence.looked(Outcome.STUCK, Duration.ofMillis(30).toNanos());
    assertSoonest(30);
    cadence.looked(Outcome.CALM, 0);
    assertSoonest(2);
    cadence.looked(Outcome.GREW, Duration.ofMillis(30).toNanos());
    assertSoonest(1);
    cadence.looked(Outcome.CALM, Duration.ofMinutes(1).toNanos());
    assertSoonest(100);
  }

  @Test
  void oneSlowLookDelaysOnlyTheNext() {
    cadence.looked(Outcome.STUCK, Duration.ofMillis(30).toNanos());
    cadence.looked(Outcome.STUCK, 0);
    assertSoonest(1);
  }

  @Test
  void neverRestsLongerThanTheInterval() {
    var hasty = new Cadence(Duration.ofMillis(3));
    hasty.looked(Outcome.CALM, 0);
    hasty.looked(Outcome.CALM, 0);
    assertThat(hasty.soonestNanos()).isEqualTo(hasty.latestNanos());
    assertThat(hasty.latestNanos()).isEqualTo(3_000_000);
  }

  private void assertSoonest(int millis) {
    assertThat(cadence.soonestNanos()).isEqualTo(Duration.ofMillis(millis).toNanos());
  }
}
