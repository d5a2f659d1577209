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

class RecorderTest {

  /** 100 requests of warm-up, then 100 that count. */
  private final Schedule schedule =
      new Schedule(
          List.of(new Segment(Kind.WARM_UP, 1, 100, 1_000), new Segment(Kind.SPIKE, 1, 200, 500)),
          Model.OPEN);

  private final Recorder recorder = new Recorder(schedule);

  @Test
  void aRequestIsBookedWhereItWasDueHoweverLateItsAnswer() {
    recorder.answered(state(millis(1_499)), millis(31_499));
    recorder.failed(state(millis(1_400)), millis(1_401));

    LoadResult result = recorder.result();
    Figures spike = result.segments().get(1).figures();
    assertThat(spike.count()).isEqualTo(1);
    assertThat(spike.failed()).isEqualTo(1);
    assertThat(spike.max()).isBetween(30_000_000L, 30_030_000L);
    assertThat(result.timeline().count().get(14)).isEqualTo(1);
    assertThat(result.timeline().failed().get(14)).isEqualTo(1);
    assertThat(recorder.histograms()).hasSize(1); // the warm-up is in none
  }

  @Test
  void aGeneratorThatSendsAllInTimeIsWell() {
    sendInTime(100);

    Health health = recorder.result().health();
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

    Health health = recorder.result().health();
    assertThat(health.late()).isEqualTo(3);
    assertThat(health.blocked()).isZero();
    assertThat(health.fellBehind()).isTrue();
  }

  @Test
  void anArrivalThatFoundNoUserIsBlockedAndNotLateToo() {
    sendInTime(99);
    recorder.blocked(state(millis(1_495)), millis(1_515));
    depart(1_495, 20);

    Health health = recorder.result().health();
    assertThat(health.blocked()).isEqualTo(1);
    assertThat(health.late()).isZero();
    assertThat(health.delivered()).isEqualTo(0.99);
  }

  @Test
  void whatWasNeverSentIsMissed() {
    sendInTime(50);

    assertThat(recorder.result().health().delivered()).isEqualTo(0.5);
  }

  @Test
  void troubleInTheWarmUpDoesNotCount() {
    depart(500, 300);
    sendInTime(100);

    assertThat(recorder.result().health().fellBehind()).isFalse();
  }

  @Test
  void aSegmentLastsFromItsFirstDepartureToItsLastEnd() {
    depart(1_010, 2);
    depart(1_005, 1);
    recorder.failed(state(millis(1_005)), millis(1_700));
    recorder.answered(state(millis(1_010)), millis(1_600));

    LoadResult.SegmentResult spike = recorder.result().segments().get(1);
    assertThat(spike.fromNanos()).isEqualTo(millis(1_006));
    assertThat(spike.toNanos()).isEqualTo(millis(1_700));
    assertThat(recorder.result().segments().get(0).toNanos()).as("nothing ended in it").isZero();
  }

  private void depart(long dueMillis, long lateMillis) {
    recorder.departed(state(millis(dueMillis)), millis(dueMillis + lateMillis));
  }

  private static RequestState state(long due) {
    RequestState state = new RequestState();
    state.begin(0, due);
    return state;
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
