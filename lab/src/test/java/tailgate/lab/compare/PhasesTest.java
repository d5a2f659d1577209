package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Retries;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.plan.ExperimentReader;

/** The loads of burst and of overload, as their files describe them. */
class PhasesTest {

  private static final VariantsPlan OVERLOAD = PhaseSamples.overload();

  private static PhasedLoad load(VariantsPlan plan, String name) {
    return new PhasedLoad(plan.traffic(), phases(plan), plan.variant(name));
  }

  private static Phases phases(VariantsPlan plan) {
    return Objects.requireNonNull(plan.traffic().phases());
  }

  private static VariantsPlan overload(String clients, Map<String, String> parameters)
      throws LabException {
    return FilePlan.of(
            "overload",
            ExperimentReader.read(Path.of("experiments/overload.yaml"), false, parameters),
            null,
            Map.of("25", "25.0.3"),
            Map.of(
                "stage", List.of("threadpool"),
                "policy", List.of("fifo"),
                "clients", List.of(clients)),
            Set.of(),
            new Blocks(10, 7))
        .on(1);
  }

  // ---- burst

  private static List<Segment> burst() {
    return load(PhaseSamples.burst(), "threadpool, io-50ms, kept").open(0, 1).segments();
  }

  @Test
  void aSpikeIsMoreThanEightWorkersCanDoAndTheRestIsLess() {
    double capacity = 8 / 0.050;

    List<Segment> counted = burst().stream().filter(part -> part.kind().counts()).toList();

    assertThat(counted).extracting(Segment::perSecond).containsExactly(20.0, 528.0, 40.0);
    assertThat(counted.get(1).perSecond()).isGreaterThan(3 * capacity);
    assertThat(counted).extracting(Segment::millis).containsExactly(35_000L, 1_000L, 3_000L);
  }

  @Test
  void theWarmUpHasSpikesLikeTheOneThatCounts() {
    assertThat(burst().stream().filter(part -> part.perSecond() == 528))
        .extracting(Segment::kind, Segment::millis)
        .containsExactly(
            tuple(Kind.WARM_UP, 1_000L),
            tuple(Kind.WARM_UP, 1_000L),
            tuple(Kind.WARM_UP, 1_000L),
            tuple(Kind.STEADY, 1_000L));
    assertThat(burst()).extracting(Segment::label).doesNotHaveDuplicates();
  }

  @Test
  void aPoolThatSizesItselfMustBeginWithItsSmallestSize() {
    assertThat(PhaseSamples.burst().variants())
        .filteredOn(variant -> variant.ownDemand().smallestPool() != null)
        .extracting(Variant::stage)
        .containsExactly("adaptive-pool");
  }

  @Test
  void theSpikesOfOnesOwnHandlerHaveTheProportionsOfThoseThatWait() throws Exception {
    Map<String, List<String>> only =
        Map.of(
            "handler", List.of("own"),
            "connections", List.of("kept"),
            "role", List.of("fixed"));
    VariantsPlan plan =
        FilePlan.of(
                "burst",
                ExperimentReader.read(
                    Path.of("experiments/burst.yaml"), false, Map.of("spike-rate", "528")),
                null,
                Map.of("25", "25.0.3"),
                only,
                Set.of(),
                new Blocks(1, 7))
            .on(1);

    List<Segment> segments = load(plan, plan.variants().get(0).name()).open(0, 1).segments();

    assertThat(segments.stream().map(Segment::arrivals).toList())
        .isEqualTo(burst().stream().map(Segment::arrivals).toList());
  }

  // ---- cycles

  @Test
  void inAClosedLoadEachPhaseHasItsUsers() throws Exception {
    VariantsPlan plan =
        FilePlan.of(
                "cycles",
                ExperimentReader.ofLab("cycles"),
                null,
                Map.of("25", "25.0.3"),
                Map.of(),
                Set.of(),
                new Blocks(10, 7))
            .on(1);
    LoadSpec load = load(plan, "pool of 8").open(0, 1);

    assertThat(load.model()).isEqualTo(LoadSpec.Model.CLOSED);
    assertThat(load.users()).isEqualTo(100);
    assertThat(load.segments())
        .extracting(Segment::users)
        .containsExactly(100, 2, 100, 2, 2, 100, 2, 2, 100, 2);
    assertThat(load.segments().stream().filter(part -> part.kind().counts()))
        .extracting(Segment::users, Segment::millis)
        .containsOnly(tuple(100, 5_000L));
  }

  // ---- overload

  private static List<Segment> overload() {
    return load(OVERLOAD, "waits, threadpool codel").open(800, 1).segments();
  }

  @Test
  void eachStepIsAMultipleOfTheCapacity() {
    assertThat(phases(OVERLOAD).multiples())
        .containsExactly("0.5x", "0.9x", "1x", "1.5x", "2x", "3x");
    assertThat(
            phases(OVERLOAD).multiples().stream()
                .map(name -> overload().get(phases(OVERLOAD).places(name).get(0)).perSecond()))
        .containsExactly(400.0, 720.0, 800.0, 1_200.0, 1_600.0, 2_400.0);
  }

  @Test
  void thePulseIsTwiceTheCapacityWithHalfOfItAround() {
    assertThat(Stream.of("0.5x", "begin", "2x", "after").map(phases(OVERLOAD)::places))
        .containsExactly(List.of(3), List.of(4), List.of(5), List.of(6));
    assertThat(overload().subList(3, 7))
        .extracting(Segment::perSecond)
        .containsExactly(400.0, 1_600.0, 1_600.0, 400.0);
  }

  /** Clients that leave are work that no compiler has seen before. */
  @Test
  void theFirstOverloadDoesNotCount() {
    assertThat(overload().subList(0, 2))
        .extracting(Segment::kind, Segment::perSecond, Segment::millis)
        .containsExactly(tuple(Kind.WARM_UP, 1_600.0, 1_000L), tuple(Kind.WARM_UP, 0.0, 1_400L));
  }

  /** At 1.5 times the capacity for 3.5 s, half of this time is left to do. */
  @Test
  void afterAnOverloadNobodyAsksForAsLongAsAQueueInOrderNeeds() {
    List<Segment> drains =
        overload().stream().filter(part -> part.perSecond() == 0).skip(1).toList();

    assertThat(drains).extracting(Segment::millis).containsExactly(2_000L, 200L, 200L, 2_300L);
  }

  @Test
  void aPulseEndsWithAWindowOfTheTimeline() throws Exception {
    for (String clients : List.of("leave", "retry", "back-off", "half-retry")) {
      VariantsPlan plan = overload(clients, Map.of());
      long end = phases(plan).beginMillis(6, plan.variants().get(0).ownDemand().tries());

      assertThat(end % 100).as(clients).isZero();
    }
  }

  /** Twice the capacity for a second, three times each, is six seconds of work; one is done. */
  @Test
  void whatEachTryLeavesInAQueueHasTimeToBeDone() throws Exception {
    VariantsPlan plan = overload("retry", Map.of("loads", "[2, 0.5]"));

    assertThat(load(plan, plan.variants().get(0).name()).open(800, 1).segments())
        .extracting(Segment::perSecond, Segment::millis)
        .containsExactly(
            tuple(1_600.0, 1_000L),
            tuple(0.0, 6_000L),
            tuple(400.0, 400L),
            tuple(400.0, 2_000L),
            tuple(1_600.0, 1_500L),
            tuple(1_600.0, 2_000L),
            tuple(400.0, 12_000L));
  }

  @Test
  void clientsGiveUpAndHaveAConnectionEach() {
    LoadSpec load = load(OVERLOAD, "waits, threadpool codel").open(800, 1);

    assertThat(load.timeoutMillis()).isEqualTo(100);
    assertThat(load.users()).isEqualTo(3 * 3 * 800 / 10);
    assertThat(load.model()).isEqualTo(LoadSpec.Model.OPEN);
    assertThat(load.retries()).isNull();
  }

  @Test
  void clientsThatAskAgainHaveTheirRequestForLonger() throws Exception {
    VariantsPlan plan = overload("back-off", Map.of());
    LoadSpec load = load(plan, plan.variants().get(0).name()).open(800, 1);

    assertThat(load.retries()).isEqualTo(new Retries(2, 100, 1));
    assertThat(load.users()).isEqualTo(8_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"singlethreaded", "threadpool"})
  void theSingleThreadGetsNewConnections(String stage) {
    VariantsPlan plan = PhaseSamples.overload(List.of(stage), List.of("codel"), List.of("leave"));
    PhasedLoad load = load(plan, plan.variants().get(0).name());

    assertThat(List.of(load.capacity(Duration.ofSeconds(4)), load.open(100, 1)))
        .extracting(LoadSpec::keepAlive)
        .containsOnly(!stage.equals("singlethreaded"));
  }

  @Test
  void aServerThatHasFewerAtATimeHasFewerUsersWhileItsCapacityIsMeasured() throws Exception {
    Map<String, List<String>> only =
        Map.of("stage", List.of("threadpool"), "policy", List.of("fifo"));
    FilePlan plan =
        FilePlan.of(
            "overload",
            ExperimentReader.read(Path.of("experiments/overload.yaml"), false, Map.of()),
            null,
            Map.of("25", "25.0.3"),
            Map.of(
                "stage",
                only.get("stage"),
                "policy",
                only.get("policy"),
                "handler",
                List.of("waits", "computes")),
            Set.of(),
            new Blocks(10, 7));
    FileChanges two =
        new FileChanges(
            new StageArguments(Map.of("threadpool", List.of("--workers", "2"))),
            null,
            null,
            List.of(),
            false);

    assertThat(plan.on(1).variants())
        .extracting(variant -> variant.ownDemand().capacityUsers())
        .containsExactly(12, 6);
    assertThat(plan.with(two).on(1).variants())
        .extracting(variant -> variant.ownDemand().capacityUsers(), Variant::isOriginal)
        .containsExactly(tuple(3, true), tuple(2, true));
  }

  @Test
  void stagesWithoutAQueueTakePartWithoutAPolicy() {
    assertThat(OVERLOAD.variants())
        .extracting(Variant::name)
        .containsExactly("waits, threadpool fifo", "waits, threadpool codel", "waits, event-loop");
    assertThat(OVERLOAD.twins()).containsExactly("waits, threadpool codel");
    assertThat(OVERLOAD.variants()).extracting(Variant::base).containsOnlyNulls();
  }

  @Test
  void theArrivalsOfABlockAreTheSameForAllArms() {
    LoadSpec codel = load(OVERLOAD, "waits, threadpool codel").open(800, 8);

    assertThat(codel.arrivals()).isEqualTo(Arrivals.poisson(8));
    assertThat(codel).isEqualTo(load(OVERLOAD, "waits, threadpool fifo").open(800, 8));
  }

  @Test
  void thePlanSaysInWordsWhatHappens() {
    assertThat(OVERLOAD.load())
        .isEqualTo(
            "open model, Poisson, GET /data.json; 0.5x for 2 s, 2x for 1.5 s (begin), 2x for 2 s,"
                + " 0.5x for 4 s (after), 0.9x for 2 s, 1x for 2 s, 1.5x for 2 s, 3x for 2 s; x is"
                + " the capacity of each server; clients give up after 100 ms");
    assertThat(PhaseSamples.burst().load())
        .isEqualTo(
            "open model, Poisson, GET /logo.svg; quiet for 35 s (else), spike for 1 s, cool-down"
                + " for 3 s (else); clients give up after 20,000 ms");
  }
}
