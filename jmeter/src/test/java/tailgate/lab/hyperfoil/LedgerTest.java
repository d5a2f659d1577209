package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

class LedgerTest {

  /** 100 requests of warm-up, then 100 that count. */
  private final Timetable timetable =
      new Timetable(
          List.of(new Segment(Kind.WARM_UP, 1, 100, 1_000), new Segment(Kind.SPIKE, 1, 200, 500)),
          Model.OPEN);

  private final Ledger ledger = new Ledger(timetable);

  @Test
  void aRequestIsBookedWhereItWasDueHoweverLateItsAnswer() {
    ledger.answered(trip(millis(1_499)), millis(31_499));
    ledger.failed(trip(millis(1_400)), millis(1_401));

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
      depart(1_000 + 5 * i, 11);
    }

    Health health = ledger.result().health();
    assertThat(health.late()).isEqualTo(3);
    assertThat(health.blocked()).isZero();
    assertThat(health.fellBehind()).isTrue();
  }

  @Test
  void anArrivalThatFoundNoUserIsBlockedAndNotLateToo() {
    sendInTime(99);
    ledger.blocked(trip(millis(1_495)), millis(1_515));
    depart(1_495, 20);

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
    depart(500, 300);
    sendInTime(100);

    assertThat(ledger.result().health().fellBehind()).isFalse();
  }

  @Test
  void aSegmentLastsFromItsFirstDepartureToItsLastEnd() {
    depart(1_010, 2);
    depart(1_005, 1);
    ledger.failed(trip(millis(1_005)), millis(1_700));
    ledger.answered(trip(millis(1_010)), millis(1_600));

    LoadResult.SegmentResult spike = ledger.result().segments().get(1);
    assertThat(spike.fromNanos()).isEqualTo(millis(1_006));
    assertThat(spike.toNanos()).isEqualTo(millis(1_700));
    assertThat(ledger.result().segments().get(0).toNanos()).as("nothing ended in it").isZero();
  }

  private void depart(long dueMillis, long lateMillis) {
    ledger.departed(trip(millis(dueMillis)), millis(dueMillis + lateMillis));
  }

  private static Trip trip(long due) {
    Trip trip = new Trip();
    trip.begin(0, due);
    return trip;
  }

  private void sendInTime(int requests) {
    for (int i = 0; i < requests; i++) {
      depart(1_000 + 5 * i, 0);
    }
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
