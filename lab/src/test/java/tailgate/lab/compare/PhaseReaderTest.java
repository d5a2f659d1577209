package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.run.LoadOutcome;

class PhaseReaderTest {

  private static final long START = 5_000;

  private final List<LoadPhase> phases = new ArrayList<>();
  private final Map<String, List<String>> together = new LinkedHashMap<>();
  private final Map<String, Histogram> latencies = new LinkedHashMap<>();
  private final Map<String, Histogram> waited = new LinkedHashMap<>();
  private final List<SegmentResult> segments = new ArrayList<>();

  private Timeline timeline =
      new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of());
  private ServerTimeline kernel = ServerTimeline.EMPTY;
  private ServerTimeline stats = ServerTimeline.EMPTY;

  private PhaseReader reader(@Nullable String main) {
    LoadSpec load =
        new LoadSpec(
            "/",
            true,
            16,
            Model.OPEN,
            segments.stream().map(SegmentResult::segment).toList(),
            100,
            LoadSpec.ALL_CORES);
    return new PhaseReader(
        new Phases(phases, main, together, null, null),
        load,
        new LoadOutcome(
            new LoadResult(
                START, new Health(1_000, 1_000, 0, 0, 10, 20), segments, timeline, List.of()),
            latencies,
            waited,
            List.of(),
            new ServerView(kernel, stats)));
  }

  private PhaseResult result(String name) {
    return reader(null).results().stream()
        .filter(phase -> phase.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A phase with answers of 20 and of 120 ms. */
  private void phase(
      String name, String at, long millis, int early, int late, int refused, int gaveUp) {
    boolean counts = !name.isEmpty();
    Segment segment =
        new Segment(counts ? Kind.STEADY : Kind.WARM_UP, segments.size() + 1, 0, millis);
    phases.add(new LoadPhase(name, at, Duration.ofMillis(millis), counts));
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
            null,
            null));
  }

  @Test
  void whatIsDueIsAnsweredInTimeOrLateOrRefusedOrGivenUp() {
    phase("0.5x", "0.5x", 3_000, 1_200, 0, 0, 0);
    phase("2x", "2x", 3_000, 2_000, 100, 1_700, 1_000);

    PhaseResult twice = result("2x");

    assertThat(twice.times()).isEqualTo(2);
    assertThat(twice.arrivals()).isEqualTo(4_800);
    assertThat(twice.inTime()).isEqualTo(2_000);
    assertThat(twice.refused()).isEqualTo(1_700);
    assertThat(twice.gaveUp()).isEqualTo(1_000);
    assertThat(twice.goodput()).isEqualTo(2_000 / 3.0);
    assertThat(twice.lostByUnavoidable()).isEqualTo(2 * 2_800 / 4_800.0);
    assertThat(twice.lagP99Micros()).isEqualTo(400);
    assertThat(twice.blocked()).isEqualTo(1);
    assertThat(twice.lostBefore()).isNull();
  }

  @Test
  void phasesOfOneNameAreAddedUp() {
    phase("", "9/s", 500, 9, 0, 0, 0);
    phase("else", "1/s", 2_000, 10, 0, 1, 0);
    phase("spike", "9/s", 1_000, 90, 10, 0, 0);
    phase("else", "1/s", 3_000, 20, 0, 2, 3);

    PhaseResult calm = result("else");

    assertThat(reader(null).results())
        .extracting(PhaseResult::name)
        .containsExactly("else", "spike");
    assertThat(calm.seconds()).isEqualTo(5);
    assertThat(calm.arrivals()).isEqualTo(36);
    assertThat(calm.inTime()).isEqualTo(30);
    assertThat(calm.figures().failed()).isEqualTo(6);
    assertThat(calm.blocked()).isEqualTo(2);
  }

  @Test
  void theFiguresOfTheRunAreThoseOfItsMainPhase() {
    phase("", "9/s", 500, 9, 0, 0, 0);
    phase("else", "1/s", 2_000, 10, 0, 0, 0);
    phase("spike", "9/s", 1_000, 0, 100, 0, 0);

    Measurement measured = reader("spike").measurement("a", "threadpool", false);

    assertThat(measured.perSecond()).isEqualTo(100);
    assertThat(measured.figures().p50()).isBetween(120_000L, 120_200L);
    assertThat(measured.startEpochMillis()).as("of what counts").isEqualTo(START + 500);
    assertThat(measured.millis()).isEqualTo(3_000);
    assertThat(measured.health()).isNotNull();
    assertThat(reader("spike").measurement("a", "threadpool", true).health()).isNull();
    assertThat(reader(null).measurement("a", "threadpool", false).figures().count()).isEqualTo(110);
  }

  @Test
  void aPhaseKnowsWhatTheCompilersHad() {
    phase("0.5x", "0.5x", 1_000, 400, 0, 0, 0);
    phase("2x", "2x", 2_000, 1_600, 0, 0, 0);
    assertThat(result("2x").compiling()).isNull();

    kernel =
        new ServerTimeline(
            List.of(START, 6_000L, 8_000L),
            Map.of(
                ServerTimeline.CPU_CLOCK, List.of(0.0, 1.0, 3.0),
                ServerTimeline.COMPILER_SECONDS, List.of(7.0, 7.1, 7.5)));

    assertThat(result("2x").compiling()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void whoGaveUpIsNotInTheTailOfTheAdmitted() {
    phase("begin", "2x", 3_000, 1_000, 0, 0, 200);

    assertThat(result("begin").admitted().p99()).isBetween(20_000L, 20_100L);
    assertThat(result("begin").figures().p99()).isBetween(100_000L, 100_200L);
  }

  @Test
  void theFewRequestsBeforeAStepSayWhetherTheQueueWasEmpty() {
    phase("2x", "2x", 3_000, 1_200, 0, 0, 0);
    phase("probe of 3x", "0.25x", 400, 60, 10, 0, 10);
    phase("3x", "3x", 3_000, 1_200, 0, 0, 0);

    assertThat(reader(null).results()).extracting(PhaseResult::name).containsExactly("2x", "3x");
    assertThat(result("2x").lostBefore()).isNull();
    assertThat(result("3x").lostBefore()).isEqualTo(0.25);
    assertThat(result("3x").doubt(100_000)).contains("before it 25 % of few requests were lost");
  }

  @Test
  void theRecoveryCountsFromTheEndOfThePulse() {
    together.put("pulse", List.of("0.5x", "begin", "2x", "after"));
    phase("0.5x", "0.5x", 200, 80, 0, 0, 0);
    phase("begin", "2x", 100, 10, 0, 0, 150);
    phase("2x", "2x", 100, 10, 0, 0, 150);
    phase("after", "0.5x", 500, 200, 0, 0, 0);
    // 20 ms before; then two windows of the pulse, and two until it is 20 ms again.
    timeline = p99(20, 20, 90, 100, 90, 50, 25, 20, 20);

    assertThat(result("after").recoveryMillis()).isEqualTo(200);
    assertThat(result("2x").recoveryMillis()).isNull();
  }

  @Test
  void aServerThatDoesNotRecoverHasNoTime() {
    together.put("pulse", List.of("0.5x", "2x", "after"));
    phase("0.5x", "0.5x", 100, 40, 0, 0, 0);
    phase("2x", "2x", 100, 10, 0, 0, 150);
    phase("after", "0.5x", 200, 10, 0, 0, 70);
    timeline = p99(20, 90, 100, 90);

    assertThat(result("after").recoveryMillis()).isNull();
  }

  @Test
  void theSizeOfAPoolIsThatOfTheLastSampleBeforeTheMainPhase() {
    phase("else", "1/s", 1_000, 10, 0, 0, 0);
    phase("spike", "9/s", 1_000, 10, 0, 0, 0);
    assertThat(reader("spike").workersBefore()).isNull();

    stats =
        new ServerTimeline(
            List.of(5_250L, 5_500L, 5_750L, 6_250L),
            Map.of("workers", List.of(12.0, 8.0, Double.NaN, 60.0)));

    assertThat(reader("spike").workersBefore()).isEqualTo(8);
    assertThat(reader("else").workersBefore()).isNull();
  }

  private static Timeline p99(int... millis) {
    List<Long> tails = new ArrayList<>();
    List<Long> answered = new ArrayList<>();
    List<Long> none = new ArrayList<>();
    for (int each : millis) {
      tails.add(each * 1_000L);
      answered.add(40L);
      none.add(0L);
    }
    return new Timeline(100, answered, none, tails, tails, tails);
  }
}
