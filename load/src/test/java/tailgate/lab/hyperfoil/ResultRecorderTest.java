package tailgate.lab.hyperfoil;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.Doubt;
import tailgate.lab.load.Failures;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

class ResultRecorderTest {

  /** 100 requests of warm-up, then 100 that count. */
  private final Schedule schedule =
      new Schedule(
          List.of(new Segment(Kind.WARM_UP, 1, 100, 1_000), new Segment(Kind.SPIKE, 1, 200, 500)),
          Model.OPEN,
          Arrivals.UNIFORM);

  private final ResultRecorder recorder = new ResultRecorder(schedule, 10, millis(30_000));

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
    RequestState blocked = state(millis(1_495));
    blocked.hadUser = false;
    recorder.departed(blocked, millis(1_515));

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
  void eachRequestThatFailsHasACause() {
    long due = millis(1_000);
    RequestState refused = state(due);
    refused.status = 503;
    RequestState slow = state(due);
    slow.departedAt = due;
    slow.connected = true;
    RequestState silent = state(due);
    silent.departed = true;
    silent.connected = true;
    RequestState alone = state(due);
    alone.departed = true;

    recorder.failed(refused, due + 1);
    recorder.failed(slow, due + 1);
    recorder.failed(slow, due + millis(30_000)); // the time-out
    recorder.failed(state(due), due + 1); // the server refused the connection
    recorder.unanswered(silent, due + millis(9_000));
    recorder.unanswered(alone, due + millis(9_000));
    recorder.unanswered(state(due), due + millis(9_000));

    LoadResult.SegmentResult spike = recorder.result().segments().get(1);
    assertThat(spike.failures())
        .isEqualTo(
            new Failures(
                Map.of(
                    "503",
                    1L,
                    Failures.CLOSED,
                    1L,
                    Failures.NO_ANSWER,
                    2L,
                    Failures.NO_CONNECTION,
                    2L,
                    Failures.NOT_SENT,
                    1L)));
    assertThat(spike.figures().failed() + spike.figures().missing()).isEqualTo(7);
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

  // ---- closed

  private final ResultRecorder closed =
      new ResultRecorder(
          new Schedule(
              List.of(
                  new Segment(Kind.WARM_UP, 1, 0, 1_000), new Segment(Kind.STEADY, 1, 0, 2_000)),
              Model.CLOSED,
              Arrivals.UNIFORM),
          2,
          millis(30_000));

  @Test
  void inAClosedLoadLatencyBelongsToTheTimeWhenItWasDueAndThroughputToTheAnswer() {
    closed.answered(state(millis(900)), millis(1_200)); // due in the warm-up
    closed.answered(state(millis(1_200)), millis(2_500));
    closed.answered(state(millis(2_500)), millis(3_500)); // answered after the end

    LoadResult result = closed.result();
    LoadResult.SegmentResult steady = result.segments().get(1);
    assertThat(steady.figures().count()).isEqualTo(2);
    assertThat(steady.figures().p50()).isBetween(999_000L, 1_001_000L);
    assertThat(steady.answeredInTime()).isEqualTo(2);
    assertThat(requireNonNull(result.timeline().ended()).get(12)).isEqualTo(1);
    assertThat(result.timeline().requests()).isEqualTo(2);
    assertThat(result.health().peakPerSecond()).isEqualTo(1);
  }

  @Test
  void aUserWhoWaitsUntilTheEndWaitsForTheServer() {
    for (int i = 0; i < 20; i++) { // one of two users is answered ten times a second
      closed.answered(state(millis(1_000 + 100 * i)), millis(1_100 + 100 * i));
    }
    closed.unanswered(sent(millis(1_000)), millis(8_000));

    Health health = closed.result().health();
    assertThat(health.usersAccounted()).isEqualTo(1);
    assertThat(health.doubts()).isEmpty();
    Figures figures = closed.result().segments().get(1).figures();
    assertThat(figures.unanswered()).isEqualTo(1);
    assertThat(figures.isExact(95)).isTrue();
    assertThat(figures.millis(99)).startsWith("> ");
  }

  @Test
  void onlyTheTimeOfARequestThatIsInTheWindowCounts() {
    closed.answered(state(millis(500)), millis(1_500)); // due in the warm-up
    closed.failed(state(millis(2_500)), millis(3_400)); // ended after the end

    assertThat(closed.result().health().usersAccounted()).isEqualTo(0.25);
  }

  @Test
  void aUserWithoutARequestIsMissing() {
    closed.answered(state(millis(1_000)), millis(3_000));
    closed.answered(state(millis(1_000)), millis(2_700));

    Health health = closed.result().health();
    assertThat(health.usersAccounted()).isEqualTo(0.925);
    assertThat(health.doubts()).containsExactly(Doubt.USERS_MISSING);
  }

  @Test
  void aUserWhoHasWaitedSinceTheWarmUpIsUnansweredInWhatCounts() {
    closed.unanswered(sent(millis(500)), millis(8_000));

    LoadResult result = closed.result();
    assertThat(result.unanswered(segment -> true)).isEqualTo(1);
    assertThat(result.segments().get(0).figures().unanswered()).isZero();
    assertThat(result.segments().get(1).figures().millis(50)).isEqualTo("> 7500");
    assertThat(result.seconds().get(0).unanswered()).isEqualTo(1);
  }

  @Test
  void aRequestThatNeverLeftIsNotTheServersTime() {
    closed.answered(state(millis(1_000)), millis(3_000));
    closed.unanswered(state(millis(1_000)), millis(8_000));

    assertThat(closed.result().health().usersAccounted()).isEqualTo(0.5);
  }

  /** Its segment lasts from the first request that left until the last end. */
  @Test
  void inACountedLoadTheWindowIsThatOfTheRequestsThatCount() {
    Schedule counted =
        new Schedule(
            List.of(new Segment(Kind.WARM_UP, 1, 1, 1_000), new Segment(Kind.STEADY, 1, 2, 1_000)),
            Model.COUNTED,
            Arrivals.UNIFORM);
    ResultRecorder two = new ResultRecorder(counted, 2, millis(30_000));
    RequestState first = state(1, millis(100));
    two.departed(first, millis(100));
    two.answered(state(0, millis(0)), millis(200)); // of the warm-up
    two.departed(state(2, millis(200)), millis(200));
    two.answered(state(2, millis(200)), millis(400));
    two.answered(first, millis(500));

    assertThat(two.result().health().usersAccounted()).isEqualTo(0.7 / 0.8);
  }

  @Test
  void whatWaitsInTheGeneratorIsLag() {
    for (int i = 0; i < 98; i++) {
      closed.departed(state(millis(1_000 + 10 * i)), millis(1_000 + 10 * i));
    }
    closed.departed(state(millis(2_000)), millis(2_005));
    closed.departed(state(millis(2_100)), millis(2_105));

    Health health = closed.result().health();
    assertThat(health.lagP99Micros()).isBetween(4_990L, 5_010L);
    assertThat(health.heldByGenerator()).isEqualTo(0.010 / 4);
    assertThat(health.doubts()).contains(Doubt.LAG);
  }

  @Test
  void aTimeOutIsAFailureThatWouldHaveTakenLonger() {
    RequestState state = state(millis(1_000));
    state.departedAt = millis(1_010);
    closed.failed(state, millis(31_010));

    Figures figures = closed.result().segments().get(1).figures();
    assertThat(figures.failed()).isEqualTo(1);
    assertThat(figures.unanswered()).isZero();
    assertThat(figures.millis(50)).isEqualTo("> 30000");
  }

  @Test
  void secondsAreThoseInWhichRequestsWereDue() {
    closed.answered(state(millis(1_100)), millis(1_200));
    closed.answered(state(millis(2_100)), millis(2_300));
    closed.failed(state(millis(2_200)), millis(2_300));
    closed.unanswered(state(millis(2_900)), millis(8_000));

    assertThat(closed.result().seconds())
        .containsExactly(
            new LoadResult.Second("steady-1", 0, 1, 0, 0),
            new LoadResult.Second("steady-1", 1, 1, 1, 1));
    closed.startsAt(5_000);
    List<Histogram> histograms = closed.secondHistograms();
    assertThat(histograms).extracting(Histogram::getTag).containsOnly("steady-1");
    assertThat(histograms).extracting(Histogram::getStartTimeStamp).containsExactly(6_000L, 7_000L);
    assertThat(histograms).extracting(Histogram::getEndTimeStamp).containsExactly(7_000L, 8_000L);
    assertThat(histograms.get(1).getMaxValue()).isBetween(200_000L, 200_200L);
  }

  // ---- made up

  private void depart(long dueMillis, long lateMillis) {
    recorder.departed(state(millis(dueMillis)), millis(dueMillis + lateMillis));
  }

  private static RequestState state(long due) {
    return state(0, due);
  }

  private static RequestState state(long number, long due) {
    RequestState state = new RequestState();
    state.begin(number, due);
    state.hadUser = true;
    return state;
  }

  private static RequestState sent(long due) {
    RequestState state = state(due);
    state.departed = true;
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
