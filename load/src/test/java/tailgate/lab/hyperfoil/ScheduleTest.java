package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

class ScheduleTest {

  private static final long MILLI = 1_000_000;

  private static final List<Segment> SEGMENTS =
      List.of(
          new Segment(Kind.QUIET, 1, 10, 200), // 2 arrivals
          new Segment(Kind.SPIKE, 1, 1_000, 3), // 3 arrivals
          new Segment(Kind.COOL_DOWN, 1, 0, 100), // none
          new Segment(Kind.QUIET, 2, 10, 100)); // 1 arrival

  @Test
  void uniformArrivalsAreEvenlySpacedWithinTheirSegment() {
    Schedule open = new Schedule(SEGMENTS, Model.OPEN, Arrivals.UNIFORM);

    assertThat(open.due(0, 0)).isZero();
    assertThat(open.due(1, 0)).isEqualTo(100 * MILLI);
    assertThat(open.due(2, 0)).isEqualTo(200 * MILLI);
    assertThat(open.due(3, 0)).isEqualTo(201 * MILLI);
    assertThat(open.due(4, 0)).isEqualTo(202 * MILLI);
  }

  @Test
  void poissonArrivalsStayInTheirSegmentAndItsNumberOfThem() {
    Schedule open = new Schedule(SEGMENTS, Model.OPEN, Arrivals.poisson(7));

    assertThat(open.total()).isEqualTo(6);
    assertThat(open.due(1, 0)).isBetween(open.due(0, 0), 200 * MILLI);
    assertThat(open.due(2, 0)).isBetween(200 * MILLI, 203 * MILLI);
    assertThat(open.due(4, 0)).isBetween(open.due(3, 0), 203 * MILLI);
    assertThat(open.due(5, 0)).isBetween(303 * MILLI, 403 * MILLI);
    assertThat(open.due(6, 0)).isEqualTo(Schedule.NEVER);
  }

  /** Of a Poisson process, the squared coefficient of variation is 1; of uniform arrivals, 0. */
  @Test
  void poissonGapsAreExponential() {
    Schedule open = tenThousand(1);
    double[] gaps =
        IntStream.range(1, 10_000).mapToDouble(i -> open.due(i, 0) - open.due(i - 1, 0)).toArray();
    double mean = Arrays.stream(gaps).average().orElseThrow();
    double variance = Arrays.stream(gaps).map(x -> (x - mean) * (x - mean)).average().orElseThrow();

    assertThat(mean).isCloseTo(MILLI, withinPercentage(1));
    assertThat(variance / (mean * mean)).isCloseTo(1, withinPercentage(6));
    assertThat(Arrays.stream(gaps).filter(x -> x > mean).count() / 10_000.0)
        .isCloseTo(Math.exp(-1), withinPercentage(4));
  }

  @Test
  void theSameSeedGivesTheSameTimes() {
    assertThat(tenThousand(1).due(5_000, 0)).isEqualTo(tenThousand(1).due(5_000, 0));
    assertThat(tenThousand(1).due(5_000, 0)).isNotEqualTo(tenThousand(2).due(5_000, 0));
  }

  @Test
  void aSegmentHasTheSameArrivalsWhateverComesBeforeIt() {
    Segment step = new Segment(Kind.STEADY, 1, 1_000, 100);
    Segment before = new Segment(Kind.WARM_UP, 1, 300, 100);
    Schedule first = poisson(List.of(step));
    Schedule second = poisson(List.of(before, step));

    for (int i = 0; i < 100; i++) {
      assertThat(second.due(30 + i, 0) - 100 * MILLI).isEqualTo(first.due(i, 0));
    }
  }

  @Test
  void segmentsThatAreAlikeHaveArrivalsOfTheirOwn() {
    Segment spike = new Segment(Kind.SPIKE, 1, 1_000, 100);
    Schedule schedule = poisson(List.of(spike, spike));

    assertThat(schedule.due(150, 0) - 100 * MILLI).isNotEqualTo(schedule.due(50, 0));
  }

  private static Schedule poisson(List<Segment> segments) {
    return new Schedule(segments, Model.OPEN, Arrivals.poisson(7));
  }

  private static Schedule tenThousand(long seed) {
    return new Schedule(
        List.of(new Segment(Kind.STEADY, 1, 1_000, 10_000)), Model.OPEN, Arrivals.poisson(seed));
  }

  @Test
  void aSegmentWithoutArrivalsIsAPause() {
    assertThat(new Schedule(SEGMENTS, Model.OPEN, Arrivals.UNIFORM).due(5, 0))
        .isEqualTo(303 * MILLI);
  }

  @Test
  void afterTheLastArrivalNothingIsDue() {
    Schedule open = new Schedule(SEGMENTS, Model.OPEN, Arrivals.UNIFORM);

    assertThat(open.total()).isEqualTo(6);
    assertThat(open.due(6, 0)).isEqualTo(Schedule.NEVER);
  }

  @Test
  void inAnOpenLoadTheHourDoesNotMatter() {
    assertThat(new Schedule(SEGMENTS, Model.OPEN, Arrivals.UNIFORM).due(1, 400 * MILLI))
        .isEqualTo(100 * MILLI);
  }

  @Test
  void inAClosedLoadARequestIsDueAtOnceUntilTheEnd() {
    Schedule closed = new Schedule(SEGMENTS, Model.CLOSED, Arrivals.UNIFORM);

    assertThat(closed.due(7, 150 * MILLI)).isEqualTo(150 * MILLI);
    assertThat(closed.due(7, 403 * MILLI)).isEqualTo(Schedule.NEVER);
  }

  /**
   * Users who began together, and all wait as long, would ask again together for ever: here the 500
   * users of a handler of 100 ms.
   */
  @Test
  void theUsersOfAClosedLoadBeginApartWhileNothingCounts() {
    Segment warmUp = new Segment(Kind.WARM_UP, 1, 0, 2_000);
    Segment steady = new Segment(Kind.STEADY, 1, 0, 1_000);
    Schedule closed = new Schedule(List.of(warmUp, steady), Model.CLOSED, Arrivals.UNIFORM);

    long[] begins = IntStream.range(0, 500).mapToLong(i -> closed.firstDue(i)).toArray();
    assertThat(Arrays.stream(begins).max().orElseThrow()).isBetween(990 * MILLI, 1_000 * MILLI);
    long[] within = Arrays.stream(begins).map(at -> at % (100 * MILLI)).sorted().toArray();
    for (int i = 10; i < 500; i++) {
      assertThat(within[i] - within[i - 10])
          .as("the time of ten users, of five a millisecond")
          .isGreaterThan(MILLI / 2);
    }
  }

  @Test
  void withoutAWarmUpTheUsersOfAClosedLoadBeginTogether() {
    assertThat(new Schedule(SEGMENTS, Model.CLOSED, Arrivals.UNIFORM).firstDue(7)).isZero();
  }

  @Test
  void aUserOfAClosedLoadWaitsForTheNextSegmentInWhichItIsOneOfTheUsers() {
    Schedule closed =
        new Schedule(
            List.of(
                new Segment(Kind.QUIET, 1, 0, 200, 2),
                new Segment(Kind.SPIKE, 1, 0, 100, 50),
                new Segment(Kind.COOL_DOWN, 1, 0, 100, 2)),
            Model.CLOSED,
            Arrivals.UNIFORM);

    assertThat(closed.asks(1, 50 * MILLI)).isEqualTo(50 * MILLI);
    assertThat(closed.asks(2, 50 * MILLI)).as("not one of two").isEqualTo(200 * MILLI);
    assertThat(closed.asks(49, 250 * MILLI)).isEqualTo(250 * MILLI);
    assertThat(closed.asks(49, 301 * MILLI)).as("no crowd comes").isEqualTo(Schedule.NEVER);
    assertThat(closed.asks(1, Schedule.NEVER)).isEqualTo(Schedule.NEVER);
  }

  @Test
  void thoseOfAnOpenOrCountedLoadBeginWithWhatIsDue() {
    Segment warmUp = new Segment(Kind.WARM_UP, 1, 10, 2_000);
    Schedule open = new Schedule(List.of(warmUp), Model.OPEN, Arrivals.UNIFORM);
    Schedule counted = new Schedule(List.of(warmUp), Model.COUNTED, Arrivals.UNIFORM);

    assertThat(open.firstDue(3)).isEqualTo(300 * MILLI);
    assertThat(counted.firstDue(3)).isZero();
    assertThat(counted.firstDue(20)).isEqualTo(Schedule.NEVER);
  }

  @Test
  void aRequestBelongsToTheSegmentInWhichItIsDue() {
    Schedule open = new Schedule(SEGMENTS, Model.OPEN, Arrivals.UNIFORM);

    assertThat(open.segment(0, 199 * MILLI)).isZero();
    assertThat(open.segment(0, 200 * MILLI)).isEqualTo(1);
    assertThat(open.segment(0, 203 * MILLI)).isEqualTo(2);
    assertThat(open.segment(0, 402 * MILLI)).isEqualTo(3);
  }

  @Test
  void aCountedLoadIsClosedAndOverWithItsLastRequest() {
    Schedule counted = new Schedule(SEGMENTS, Model.COUNTED, Arrivals.UNIFORM);

    assertThat(counted.closed()).isTrue();
    assertThat(counted.due(5, 150 * MILLI)).isEqualTo(150 * MILLI);
    assertThat(counted.due(6, 150 * MILLI)).isEqualTo(Schedule.NEVER);
    assertThat(counted.due(5, 403 * MILLI)).as("its time is up").isEqualTo(Schedule.NEVER);
  }

  @Test
  void aRequestOfACountedLoadBelongsToTheSegmentOfItsNumber() {
    Schedule counted = new Schedule(SEGMENTS, Model.COUNTED, Arrivals.UNIFORM);

    assertThat(counted.segment(1, 402 * MILLI)).isZero();
    assertThat(counted.segment(2, 0)).isEqualTo(1);
    assertThat(counted.segment(5, 0)).as("not the one without requests").isEqualTo(3);
  }
}
