package tailgate.lab.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Retries;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

class OverloadPlanTest {

  private static final OverloadRun RUN = OverloadSamples.run(Policy.CODEL, 1, false);

  private static final List<Segment> SEGMENTS = loads(1).open(RUN, 800).segments();

  private static final OverloadPlan QUICK =
      OverloadPlan.quick(
          List.of("threadpool"),
          List.of(Policy.FIFO),
          List.of(HandlerKind.WAITS),
          List.of(Clients.LEAVE),
          new Blocks(1, 7));

  @Test
  void whatTheUserHasAddedReachesTheServersAndTheReport() {
    StageArguments turns =
        new StageArguments(Map.of("threadpool", List.of("--turn", "500us", "--workers", "4")));
    OverloadPlan plan = QUICK.with(turns);

    assertThat(plan.more().of("threadpool", plan.arms().get(0).arguments("handlers.jar")))
        .containsSequence("--turn", "500us", "--workers", "4")
        .containsOnlyOnce("--workers");
    assertThat(new OverloadReport(plan, List.of()).load())
        .contains("; added: threadpool --turn 500us --workers 4");
  }

  @Test
  void aServerThatHasFewerAtATimeHasFewerUsersWhileItsCapacityIsMeasured() {
    OverloadPlan two =
        QUICK.with(new StageArguments(Map.of("threadpool", List.of("--workers", "2"))));

    assertThat(new OverloadLoads(two).closed(two.arms().get(0)).users()).isEqualTo(3);
    assertThat(two.mostPerSecond(1)).isEqualTo(3 * 200);
    assertThat(new OverloadLoads(QUICK).closed(QUICK.arms().get(0)).users()).isEqualTo(12);
  }

  @Test
  void howOftenItAsksAtMostIsKnownBeforeTheCapacity() {
    OverloadPlan plan =
        OverloadPlan.full(
            List.of("threadpool"),
            List.of(Policy.CODEL),
            List.of(HandlerKind.COMPUTES),
            List.of(Clients.LEAVE, Clients.RETRY),
            new Blocks(1, 7));

    assertThat(QUICK.mostPerSecond(1)).isEqualTo(3 * 800);
    assertThat(plan.mostPerSecond(1)).isEqualTo(3 * 500 * 3);
    assertThat(plan.mostPerSecond(64)).isEqualTo(3 * 4_000 * 3);
  }

  private static OverloadLoads loads(int blocks) {
    return new OverloadLoads(OverloadSamples.plan(blocks));
  }

  private static List<Segment> all(Kind kind) {
    return SEGMENTS.stream().filter(segment -> segment.kind() == kind).toList();
  }

  private static Segment before(Segment segment) {
    return SEGMENTS.get(SEGMENTS.indexOf(segment) - 1);
  }

  @Test
  void theStepsAreMultiplesOfTheCapacity() {
    assertThat(all(Kind.STEADY))
        .extracting(Segment::label, Segment::perSecond)
        .containsExactly(
            tuple("steady-1", 400.0),
            tuple("steady-5", 1_600.0),
            tuple("steady-2", 720.0),
            tuple("steady-3", 800.0),
            tuple("steady-4", 1_200.0),
            tuple("steady-6", 2_400.0));
  }

  @Test
  void thePulseIsTwiceTheCapacityWithHalfOfItAround() {
    assertThat(SEGMENTS.subList(3, 7))
        .extracting(Segment::kind, Segment::perSecond)
        .containsExactly(
            tuple(Kind.STEADY, 400.0),
            tuple(Kind.SPIKE, 1_600.0),
            tuple(Kind.STEADY, 1_600.0),
            tuple(Kind.COOL_DOWN, 400.0));
  }

  /** Clients that leave are work that no compiler has seen before. */
  @Test
  void theFirstOverloadDoesNotCount() {
    assertThat(SEGMENTS.subList(0, 2))
        .extracting(Segment::kind, Segment::perSecond)
        .containsExactly(tuple(Kind.WARM_UP, 1_600.0), tuple(Kind.WARM_UP, 0.0));
  }

  @Test
  void anOverloadIsCountedOnceAPolicyCanHaveNoticedIt() {
    for (Segment step : all(Kind.STEADY)) {
      assertThat(before(step).perSecond()).isEqualTo(step.perSecond());
      assertThat(before(step).millis()).isGreaterThan(step.perSecond() < 800 ? 0 : 1_000);
    }
  }

  /** At 1.5 times the capacity for 3.5 s, half of this time is left to do. */
  @Test
  void afterAnOverloadNobodyAsksForAsLongAsAQueueInOrderNeeds() {
    assertThat(all(Kind.QUIET)).extracting(Segment::cycle).containsExactly(2, 3, 4, 6);
    assertThat(all(Kind.QUIET).stream().map(OverloadPlanTest::before))
        .allMatch(pause -> pause.perSecond() == 0)
        .extracting(Segment::millis)
        .containsExactly(2_000L, 200L, 200L, 2_300L);
  }

  @Test
  void thePulseEndsWithAWindowOfTheTimeline() {
    for (OverloadPlan plan : List.of(OverloadSamples.plan(1), QUICK)) {
      List<Segment> segments = new OverloadLoads(plan).open(RUN, 800).segments();
      long end =
          segments.stream()
              .takeWhile(segment -> segment.kind() != Kind.COOL_DOWN)
              .mapToLong(Segment::millis)
              .sum();

      assertThat(end % 100).isZero();
    }
  }

  @Test
  void segmentsAreToldApartByTheirLabels() {
    assertThat(SEGMENTS).extracting(Segment::label).doesNotHaveDuplicates();
  }

  @Test
  void clientsGiveUpAndHaveAConnectionEach() {
    LoadSpec load = loads(1).open(RUN, 800);

    assertThat(load.timeoutMillis()).isEqualTo(100);
    assertThat(load.users()).isGreaterThan(3 * 800 / 10);
    assertThat(load.model()).isEqualTo(LoadSpec.Model.OPEN);
  }

  @Test
  void clientsThatAskAgainHaveTheirRequestForLonger() {
    OverloadRun storm =
        new OverloadRun("threadpool", Policy.CODEL, HandlerKind.WAITS, Clients.RETRY, 1, false);
    LoadSpec load = loads(1).open(storm, 800);

    assertThat(load.retries()).isEqualTo(new Retries(2, 0));
    assertThat(load.users()).isGreaterThan(3 * 3 * 800 / 10);
    assertThat(storm.folder()).isEqualTo("block-1/waits-threadpool-codel-retry");
    assertThat(loads(1).open(RUN, 800).retries()).isNull();
  }

  /** Twice the capacity for a second, three times each, is six seconds of work; one is done. */
  @Test
  void whatEachTryLeavesInAQueueHasTimeToBeDone() {
    OverloadPlan plan =
        OverloadPlan.full(
                List.of("threadpool"),
                List.of(Policy.FIFO),
                List.of(HandlerKind.WAITS),
                List.of(Clients.RETRY),
                new Blocks(1, 7))
            .at(List.of(2.0, 0.5));

    List<Segment> segments = new OverloadLoads(plan).open(plan.arms().get(0), 800).segments();

    assertThat(segments)
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
  void aBlockOfOtherArrivalsIsTheSameForAllArms() {
    OverloadPlan plan = OverloadSamples.plan(2);
    OverloadRun other = OverloadSamples.run(Policy.FIFO, 1, false);

    assertThat(new OverloadLoads(plan).open(RUN, 800).arrivals())
        .isEqualTo(new OverloadLoads(plan).open(other, 800).arrivals());
    assertThat(new OverloadLoads(plan).open(RUN, 800).arrivals())
        .isNotEqualTo(
            new OverloadLoads(plan)
                .open(OverloadSamples.run(Policy.CODEL, 2, false), 800)
                .arrivals());
  }

  @Test
  void eachBlockHasAllArmsAndOneOfThemTwice() {
    assertThat(OverloadSamples.plan(2).runs().stream().filter(run -> run.block() == 2))
        .extracting(OverloadRun::folder)
        .containsExactlyInAnyOrder(
            "block-2/waits-threadpool-fifo",
            "block-2/waits-threadpool-codel",
            "block-2/waits-event-loop",
            "block-2/waits-threadpool-codel-again");
  }

  @Test
  void aSingleBlockHasNoArmTwice() {
    assertThat(OverloadSamples.plan(1).runs()).hasSize(3).noneMatch(OverloadRun::twin);
  }

  @Test
  void aStageWithoutASmallQueueIsNotAskedToReject() {
    OverloadPlan plan =
        OverloadPlan.quick(
            List.of("virtual-threads"),
            List.of(Policy.REJECT),
            List.of(HandlerKind.WAITS),
            List.of(Clients.LEAVE),
            new Blocks(1, 7));

    assertThat(plan.hasArms()).isFalse();
  }

  @Test
  void eightRequestsAreInTheHandlerAtOnce() {
    assertThat(arguments("threadpool", Policy.REJECT))
        .startsWith("--simulate-io", "10ms", "--workers", "8", "--queue", "8")
        .contains("--overload", "reject");
    assertThat(arguments("virtual-threads", Policy.CODEL_LIFO))
        .startsWith("--simulate-io", "10ms", "--max-concurrent", "8")
        .containsSequence("--queue-policy", "codel-lifo");
    assertThat(arguments("adaptive-pool", Policy.CREDITS))
        .startsWith("--simulate-io", "10ms", "--min-workers", "2", "--max-workers", "8")
        .containsSequence("--admission", "credits")
        .doesNotContain("--admission-target");
    assertThat(arguments("threadpool", Policy.CREDITS_10MS))
        .containsSequence("--admission", "credits", "--admission-target", "10ms");
    assertThat(arguments("event-loop", Policy.NONE))
        .containsExactly("--simulate-io", "10ms", "--drain-timeout", "1s");
  }

  private static List<String> arguments(String stage, Policy policy) {
    return new OverloadRun(stage, policy, HandlerKind.WAITS, Clients.LEAVE, 1, false).arguments("");
  }

  @Test
  void theHandlerWithABackEndComesFromItsJar() {
    OverloadRun run =
        new OverloadRun("event-loop", Policy.NONE, HandlerKind.BACK_END, Clients.LEAVE, 1, false);

    assertThat(run.arguments("a.jar"))
        .startsWith("--handler-jar", "a.jar", "--handler", "example.FourConnections");
  }

  @Test
  void theSingleThreadGetsNewConnections() {
    OverloadRun run =
        new OverloadRun("singlethreaded", Policy.NONE, HandlerKind.WAITS, Clients.LEAVE, 1, false);

    assertThat(loads(1).closed(run).keepAlive()).isFalse();
    assertThat(loads(1).open(run, 100).keepAlive()).isFalse();
  }
}
