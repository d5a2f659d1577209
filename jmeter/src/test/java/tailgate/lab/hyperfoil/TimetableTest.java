package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

class TimetableTest {

  private static final long MILLI = 1_000_000;

  private static final List<Segment> SEGMENTS =
      List.of(
          new Segment(Kind.QUIET, 1, 10, 200), // 2 arrivals
          new Segment(Kind.SPIKE, 1, 1_000, 3), // 3 arrivals
          new Segment(Kind.COOL_DOWN, 1, 0, 100), // none
          new Segment(Kind.QUIET, 2, 10, 100)); // 1 arrival

  @Test
  void arrivalsOfAnOpenLoadAreEvenlySpacedWithinTheirSegment() {
    Timetable open = new Timetable(SEGMENTS, false);

    assertThat(open.due(0, 0)).isZero();
    assertThat(open.due(1, 0)).isEqualTo(100 * MILLI);
    assertThat(open.due(2, 0)).isEqualTo(200 * MILLI);
    assertThat(open.due(3, 0)).isEqualTo(201 * MILLI);
    assertThat(open.due(4, 0)).isEqualTo(202 * MILLI);
  }

  @Test
  void aSegmentWithoutArrivalsIsAPause() {
    assertThat(new Timetable(SEGMENTS, false).due(5, 0)).isEqualTo(303 * MILLI);
  }

  @Test
  void afterTheLastArrivalNothingIsDue() {
    Timetable open = new Timetable(SEGMENTS, false);

    assertThat(open.total()).isEqualTo(6);
    assertThat(open.due(6, 0)).isEqualTo(Timetable.NEVER);
  }

  @Test
  void inAnOpenLoadTheHourDoesNotMatter() {
    assertThat(new Timetable(SEGMENTS, false).due(1, 400 * MILLI)).isEqualTo(100 * MILLI);
  }

  @Test
  void inAClosedLoadARequestIsDueAtOnceUntilTheEnd() {
    Timetable closed = new Timetable(SEGMENTS, true);

    assertThat(closed.due(7, 150 * MILLI)).isEqualTo(150 * MILLI);
    assertThat(closed.due(7, -5)).isZero();
    assertThat(closed.due(7, 403 * MILLI)).isEqualTo(Timetable.NEVER);
  }

  @Test
  void aRequestBelongsToTheSegmentInWhichItIsDue() {
    Timetable open = new Timetable(SEGMENTS, false);

    assertThat(open.segmentAt(199 * MILLI)).isZero();
    assertThat(open.segmentAt(200 * MILLI)).isEqualTo(1);
    assertThat(open.segmentAt(203 * MILLI)).isEqualTo(2);
    assertThat(open.segmentAt(402 * MILLI)).isEqualTo(3);
  }
}
