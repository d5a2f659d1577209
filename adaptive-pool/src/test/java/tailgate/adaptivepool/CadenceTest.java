package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CadenceTest {
  private final Cadence cadence = new Cadence(Duration.ofMillis(100));

  @Test
  void looksLessOftenAtABacklogThatItCanDoNothingAbout() {
    for (int millis : new int[] {1, 1, 1, 1, 2, 4, 8, 8}) {
      cadence.looked(Outcome.STUCK);
      assertSoonest(millis);
    }
  }

  @Test
  void looksLessOftenWhenItIsCalledInVain() {
    for (int millis : new int[] {2, 4, 8, 8}) {
      cadence.looked(Outcome.CALM);
      assertSoonest(millis);
    }
  }

  @Test
  void looksSoonAgainOnceItGrew() {
    cadence.looked(Outcome.CALM);
    cadence.looked(Outcome.GREW);
    assertSoonest(1);
  }

  @Test
  void looksSoonAgainOnceNobodyHasCalledForAnInterval() {
    cadence.looked(Outcome.CALM);
    cadence.looked(Outcome.CALM);
    cadence.waited();
    assertSoonest(1);
  }

  @Test
  void neverRestsLongerThanTheInterval() {
    var hasty = new Cadence(Duration.ofMillis(3));
    hasty.looked(Outcome.CALM);
    hasty.looked(Outcome.CALM);
    assertThat(hasty.soonestNanos()).isEqualTo(hasty.latestNanos());
    assertThat(hasty.latestNanos()).isEqualTo(3_000_000);
  }

  private void assertSoonest(int millis) {
    assertThat(cadence.soonestNanos()).isEqualTo(Duration.ofMillis(millis).toNanos());
  }
}
