package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.LoadResult.Persistent;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment.Kind;

class SharesTest {

  private static final Segment STEADY = new Segment(Kind.STEADY, 1, 100, 1_000);

  @Test
  void usersAndArrivalsAreDividedAndNoneIsLost() {
    List<LoadSpec> shares = Shares.of(load(Model.OPEN, 10), 3);

    assertThat(shares).extracting(LoadSpec::users).containsExactly(4, 3, 3);
    assertThat(shares)
        .extracting(share -> share.segments().get(0).arrivals())
        .containsExactly(34L, 33L, 33L);
  }

  @Test
  void theArrivalsOfTwoSharesAreIndependent() {
    assertThat(Shares.of(load(Model.OPEN, 10), 3))
        .extracting(share -> share.arrivals().seed())
        .doesNotHaveDuplicates()
        .startsWith(7L);
  }

  @Test
  void aGeneratorWithoutAUserGetsNoShare() {
    assertThat(Shares.of(load(Model.CLOSED, 2), 3))
        .extracting(LoadSpec::users)
        .containsExactly(1, 1);
  }

  @Test
  void percentilesAreThoseOfAllRequests() {
    Figures all = together(part(1, 60, 10), part(1, 40, 1_000)).load().segments().get(0).figures();

    assertThat(all.count()).isEqualTo(100);
    assertThat(all.p50()).isEqualTo(10);
    assertThat(all.p90()).isEqualTo(1_000);
  }

  @Test
  void theTimelineAndTheSecondsAreSums() {
    Shares.Part all = together(part(1, 60, 10), part(1, 40, 1_000));

    Timeline timeline = all.load().timeline();
    assertThat(timeline.count()).containsExactly(100L);
    assertThat(timeline.p50()).containsExactly(10L);
    assertThat(timeline.max()).containsExactly(1_000L);
    assertThat(timeline.ended()).containsExactly(2L);
    assertThat(all.load().seconds())
        .containsExactly(new LoadResult.Second(STEADY.label(), 0, 100, 0, 0));
    assertThat(all.seconds().get(0).getTag()).isEqualTo(STEADY.label());
  }

  @Test
  void theRequestsOfClientsThatAskAgainAreAdded() {
    Shares.Part all = together(part(1, 60, 10), part(1, 40, 1_000));

    assertThat(all.load().segments().get(0).persistent()).isEqualTo(new Persistent(2, 4));
  }

  @Test
  void theFailuresAreAddedByCause() {
    Shares.Part all = together(part(1, 60, 10), part(1, 40, 1_000));

    assertThat(all.load().segments().get(0).failures())
        .isEqualTo(new Failures(Map.of(Failures.CLOSED, 4L, "503", 2L)));
  }

  @Test
  void ofTheGeneratorsTheWorstLagCountsAndTheSumOfTheirRates() {
    Health health = together(part(1, 60, 10), part(3, 40, 1_000)).load().health();

    assertThat(health.sent()).isEqualTo(100);
    assertThat(health.lagP99Micros()).isEqualTo(1_000);
    assertThat(health.peakPerSecond()).isEqualTo(100);
    // A quarter of the users has 0.6, the others have 0.4.
    assertThat(health.usersAccounted()).isCloseTo(0.45, within(1e-9));
  }

  @Test
  void theLoadBeganWithTheFirstOfThem() {
    Shares.Part late = part(1, 1, 10);
    Shares.Part early =
        new Shares.Part(
            1,
            late.load().startingAt(4),
            late.latencies(),
            Map.of(),
            late.seconds(),
            late.windows());

    assertThat(together(late, early).load().startEpochMillis()).isEqualTo(4);
  }

  private static Shares.Part together(Shares.Part one, Shares.Part other) {
    return Shares.together(load(Model.CLOSED, one.users() + other.users()), List.of(one, other));
  }

  /** So many answers, which all took as long, as late as that. */
  private static Shares.Part part(int users, int count, long micros) {
    Histogram latencies = new Histogram(3);
    LongStream.range(0, count).forEach(i -> latencies.recordValue(micros));
    latencies.setTag(STEADY.label());
    Health health =
        new Health(count, count, 0, 0, micros, micros, count / 100.0, 0.0, count * 1.0, null, null);
    LoadResult load =
        new LoadResult(
            5,
            health,
            List.of(
                new SegmentResult(
                    STEADY,
                    Figures.of(latencies, 0),
                    0,
                    10,
                    count,
                    1L,
                    0L,
                    new Persistent(1, 2),
                    new Failures(Map.of("503", 1L, Failures.CLOSED, 2L)),
                    null)),
            Timeline.of(100, List.of(latencies), List.of(0L), List.of(1L)),
            List.of(new LoadResult.Second(STEADY.label(), 0, count, 0, 0)));
    return new Shares.Part(
        users,
        load,
        Map.of(STEADY.label(), latencies),
        Map.of(),
        List.of(latencies),
        List.of(latencies));
  }

  private static LoadSpec load(Model model, int users) {
    return new LoadSpec(
        "/", true, users, model, List.of(STEADY), 1_000, LoadSpec.ALL_CORES, Arrivals.poisson(7));
  }
}
