package tailgate.lab.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.Timeline;

class StretchesTest {

  private static final OverloadPlan HALF_AND_TWICE = only(0.5, 2);

  private final Map<String, Histogram> latencies = new LinkedHashMap<>();
  private final Map<String, Histogram> waited = new LinkedHashMap<>();
  private final List<SegmentResult> segments = new ArrayList<>();
  private Timeline timeline =
      new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of());

  private ServerTimeline kernel = ServerTimeline.EMPTY;

  private Stretches read() {
    LoadResult load =
        new LoadResult(5_000, new Health(1_000, 1_000, 0, 0, 10, 20), segments, timeline);
    return new Stretches(
        OverloadSamples.run(Policy.CODEL, 1, false), load, latencies, waited, kernel);
  }

  /** A segment with answers of 20 and of 120 ms. */
  private void segment(Segment segment, int early, int late, int refused, int gaveUp) {
    Histogram answers = new Histogram(3);
    answers.recordValueWithCount(20_000, early);
    answers.recordValueWithCount(120_000, late);
    Histogram left = new Histogram(3);
    left.recordValueWithCount(100_000, gaveUp);
    latencies.put(segment.label(), answers);
    waited.put(segment.label(), left);
    segments.add(
        new SegmentResult(
            segment,
            Figures.of(answers, left, refused + gaveUp, 0),
            0,
            segment.nanos(),
            early + late,
            400L,
            1L,
            null,
            null));
  }

  private static OverloadPlan only(double... loads) {
    return OverloadSamples.plan(1).at(Arrays.stream(loads).boxed().toList());
  }

  @Test
  void whatIsDueIsAnsweredInTimeOrLateOrRefusedOrGivenUp() {
    segment(new Segment(Kind.STEADY, 1, 400, 3_000), 1_200, 0, 0, 0);
    segment(new Segment(Kind.STEADY, 2, 1_600, 3_000), 2_000, 100, 1_700, 1_000);

    OverloadPoint step = read().steps(HALF_AND_TWICE).get(1);

    assertThat(step.load()).isEqualTo(2);
    assertThat(step.arrivals()).isEqualTo(4_800);
    assertThat(step.inTime()).isEqualTo(2_000);
    assertThat(step.refused()).isEqualTo(1_700);
    assertThat(step.gaveUp()).isEqualTo(1_000);
    assertThat(step.goodput()).isEqualTo(2_000 / 3.0);
    assertThat(step.lostShare()).isEqualTo(2_800 / 4_800.0);
    assertThat(step.lagP99Micros()).isEqualTo(400);
    assertThat(step.blocked()).isEqualTo(1);
    assertThat(step.lostBefore()).isNull();
  }

  @Test
  void aStepKnowsWhatTheCompilersHad() {
    segment(new Segment(Kind.STEADY, 1, 400, 1_000), 400, 0, 0, 0);
    segment(new Segment(Kind.STEADY, 2, 1_600, 2_000), 1_600, 0, 0, 0);
    assertThat(read().steps(HALF_AND_TWICE).get(1).compiling()).isNull();

    kernel =
        new ServerTimeline(
            List.of(5_000L, 6_000L, 8_000L), // the load begins at 5,000
            Map.of(
                ServerTimeline.CPU_CLOCK, List.of(0.0, 1.0, 3.0),
                ServerTimeline.COMPILER_SECONDS, List.of(7.0, 7.1, 7.5)));

    assertThat(read().steps(HALF_AND_TWICE).get(1).compiling()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void whoGaveUpIsNotInTheTailOfTheAdmitted() {
    segment(new Segment(Kind.SPIKE, 1, 1_600, 3_000), 1_000, 0, 0, 200);

    assertThat(read().begin(HALF_AND_TWICE).admitted().p99()).isBetween(20_000L, 20_100L);
  }

  @Test
  void theFewRequestsBeforeAStepSayWhetherTheQueueWasEmpty() {
    segment(new Segment(Kind.STEADY, 1, 400, 3_000), 1_200, 0, 0, 0);
    segment(new Segment(Kind.STEADY, 2, 1_600, 3_000), 1_200, 0, 0, 0);
    segment(new Segment(Kind.QUIET, 3, 200, 400), 60, 10, 0, 10);
    segment(new Segment(Kind.STEADY, 3, 2_400, 3_000), 1_200, 0, 0, 0);

    OverloadPoint step = read().steps(only(0.5, 2, 3)).get(2);

    assertThat(step.lostBefore()).isEqualTo(0.25);
    assertThat(step.doubt(100_000)).contains("before it 25 % of few requests were lost");
  }

  @Test
  void theRecoveryCountsFromTheEndOfThePulse() {
    segment(new Segment(Kind.STEADY, 1, 400, 200), 80, 0, 0, 0);
    segment(new Segment(Kind.SPIKE, 1, 1_600, 100), 10, 0, 0, 150);
    segment(new Segment(Kind.STEADY, 2, 1_600, 100), 10, 0, 0, 150);
    segment(new Segment(Kind.COOL_DOWN, 1, 400, 500), 200, 0, 0, 0);
    // 20 ms before; then two windows of the pulse, and two until it is 20 ms again.
    timeline = p99(20, 20, 90, 100, 90, 50, 25, 20, 20);

    assertThat(read().recoveryMillis(HALF_AND_TWICE)).isEqualTo(200);
    assertThat(read().beginMillis(HALF_AND_TWICE)).isZero();
  }

  @Test
  void aServerThatDoesNotRecoverHasNoTime() {
    segment(new Segment(Kind.STEADY, 1, 400, 100), 40, 0, 0, 0);
    segment(new Segment(Kind.STEADY, 2, 1_600, 100), 10, 0, 0, 150);
    segment(new Segment(Kind.COOL_DOWN, 1, 400, 200), 10, 0, 0, 70);
    timeline = p99(20, 90, 100, 90);

    assertThat(read().recoveryMillis(HALF_AND_TWICE)).isNull();
  }

  private static Timeline p99(int... millis) {
    List<Long> tails = new ArrayList<>();
    List<Long> some = new ArrayList<>();
    List<Long> none = new ArrayList<>();
    for (int each : millis) {
      tails.add(each * 1_000L);
      some.add(40L);
      none.add(0L);
    }
    return new Timeline(100, some, none, tails, tails, tails);
  }
}
