package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

class LedgerTest {

  /** 100 requests of warm-up, then 100 that count. */
  private final Timetable timetable =
      new Timetable(
          List.of(new Segment(Kind.WARM_UP, 1, 100, 1_000), new Segment(Kind.SPIKE, 1, 200, 500)),
          false);

  private final Ledger ledger = new Ledger(timetable);

  @Test
  void aRequestIsBookedWhereItWasDueHoweverLateItsAnswer() {
    ledger.answered(millis(1_499), millis(30_000));
    ledger.failed(millis(1_400));

    LoadResult result = ledger.result();
    Figures spike = result.segments().get(1).figures();
    assertThat(spike.count()).isEqualTo(1);
    assertThat(spike.failed()).isEqualTo(1);
    assertThat(spike.max()).isBetween(30_000_000L, 30_030_000L);
    assertThat(result.timeline().count().get(14)).isEqualTo(1);
    assertThat(result.timeline().failed().get(14)).isEqualTo(1);
    assertThat(ledger.histograms()).hasSize(1); // the warm-up is in none
  }

  @Test
  void aGeneratorThatSendsAllInTimeIsWell() {
    sendInTime(100);

    Health health = ledger.result().health();
    assertThat(health.scheduled()).isEqualTo(100);
    assertThat(health.delivered()).isEqualTo(1);
    assertThat(health.fellBehind()).isFalse();
  }

  @Test
  void aGeneratorThatWakesUpLateHasFallenBehind() {
    sendInTime(97);
    for (int i = 97; i < 100; i++) {
      ledger.departed(millis(1_000 + 5 * i), millis(11));
    }

    Health health = ledger.result().health();
    assertThat(health.late()).isEqualTo(3);
    assertThat(health.blocked()).isZero();
    assertThat(health.fellBehind()).isTrue();
  }

  @Test
  void anArrivalThatFoundNoUserIsBlockedAndNotLateToo() {
    sendInTime(99);
    ledger.blocked(millis(1_495), millis(20));
    ledger.departed(millis(1_495), millis(20));

    Health health = ledger.result().health();
    assertThat(health.blocked()).isEqualTo(1);
    assertThat(health.late()).isZero();
    assertThat(health.delivered()).isEqualTo(0.99);
  }

  @Test
  void whatWasNeverSentIsMissed() {
    sendInTime(50);

    assertThat(ledger.result().health().delivered()).isEqualTo(0.5);
  }

  @Test
  void troubleInTheWarmUpDoesNotCount() {
    ledger.departed(millis(500), millis(300));
    sendInTime(100);

    assertThat(ledger.result().health().fellBehind()).isFalse();
  }

  private void sendInTime(int requests) {
    for (int i = 0; i < requests; i++) {
      ledger.departed(millis(1_000 + 5 * i), 0);
    }
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
