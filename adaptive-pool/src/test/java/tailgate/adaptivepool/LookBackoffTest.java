package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LookBackoffTest {
  private final LookBackoff backoff = new LookBackoff(Duration.ofMillis(100));

  @Test
  void looksLessOftenAtABacklogThatItCanDoNothingAbout() {
    for (int millis : new int[] {1, 1, 1, 1, 2, 4, 8, 8}) {
      backoff.looked(Scaler.Outcome.STUCK, 0);
      assertSoonest(millis);
    }
  }

  @Test
  void looksLessOftenWhenItIsCalledInVain() {
    for (int millis : new int[] {2, 4, 8, 8}) {
      backoff.looked(Scaler.Outcome.CALM, 0);
      assertSoonest(millis);
    }
  }

  @Test
  void looksSoonAgainOnceItGrew() {
    backoff.looked(Scaler.Outcome.CALM, 0);
    backoff.looked(Scaler.Outcome.GREW, 0);
    assertSoonest(1);
  }

  @Test
  void looksSoonAgainOnceNobodyHasCalledForAnInterval() {
    backoff.looked(Scaler.Outcome.CALM, 0);
    backoff.looked(Scaler.Outcome.CALM, 0);
    backoff.waited();
    assertSoonest(1);
  }

  @Test
  void restsAsLongAsALookInVainHasTaken() {
    backoff.looked(Scaler.Outcome.STUCK, Duration.ofMillis(30).toNanos());
    assertSoonest(30);
    backoff.looked(Scaler.Outcome.CALM, 0);
    assertSoonest(2);
    backoff.looked(Scaler.Outcome.GREW, Duration.ofMillis(30).toNanos());
    assertSoonest(1);
    backoff.looked(Scaler.Outcome.CALM, Duration.ofMinutes(1).toNanos());
    assertSoonest(100);
  }

  @Test
  void oneSlowLookDelaysOnlyTheNext() {
    backoff.looked(Scaler.Outcome.STUCK, Duration.ofMillis(30).toNanos());
    backoff.looked(Scaler.Outcome.STUCK, 0);
    assertSoonest(1);
  }

  @Test
  void neverRestsLongerThanTheInterval() {
    var hasty = new LookBackoff(Duration.ofMillis(3));
    hasty.looked(Scaler.Outcome.CALM, 0);
    hasty.looked(Scaler.Outcome.CALM, 0);
    assertThat(hasty.soonestNanos()).isEqualTo(hasty.latestNanos());
    assertThat(hasty.latestNanos()).isEqualTo(3_000_000);
  }

  private void assertSoonest(int millis) {
    assertThat(backoff.soonestNanos()).isEqualTo(Duration.ofMillis(millis).toNanos());
  }
}
