package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.choose.Samples.arm;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Disturbance;

class RecommendationTest {

  private static final ChoosePlan PLAN =
      Samples.plan(
          List.of("singlethreaded", "threadpool", "virtual-threads", "event-loop"), Pace.QUICK);

  @Test
  void theHighestCapacityWins() {
    Recommendation its =
        of(arm("threadpool", 100, false, 4_900), arm("virtual-threads", null, false, 7_000));

    assertThat(its.advice())
        .isEqualTo(
            "Take virtual-threads: it keeps P99 within 50 ms up to 7,000 requests/s, 43 % more"
                + " than the next, threadpool 100 (4,900/s).");
  }

  @Test
  void withinTenPercentTheSimplestWins() {
    Recommendation its =
        of(
            arm("virtual-threads", null, false, 5_000),
            arm("threadpool", 100, false, 4_700),
            arm("singlethreaded", null, false, 40));

    assertThat(its.advice())
        .startsWith("It makes no difference here between virtual-threads (5,000), threadpool 100")
        .contains(
            "Take the simplest of them, threadpool 100: it keeps P99 within 50 ms up to 4,700");
  }

  @Test
  void oneThreadIsRecommendedOnlyIfItIsMuchBetterThanAnyThatIsSafe() {
    Recommendation its =
        of(
            arm("singlethreaded", null, false, 926, 1_000, 1_000.0),
            arm("virtual-threads", null, false, 764, 1_000, 1_000.0));

    assertThat(its.advice()).contains("Take the simplest of them, virtual-threads");
  }

  @Test
  void intervalsThatOverlapAreNoDifference() {
    Arm wide =
        new Arm(
            "threadpool",
            100,
            false,
            null,
            12_000,
            List.of(Samples.step(4_000).build()),
            new Capacity(List.of(4_000.0), List.of(5_100.0), false),
            arm("threadpool", 100, false, 4_000).after(),
            null,
            Samples.measurement("threadpool 100"),
            null,
            null);

    assertThat(of(arm("virtual-threads", null, false, 5_000), wide).advice())
        .contains("Take the simplest of them, threadpool 100");
  }

  @Test
  void aPoolOfAnotherSizeIsNotSimplerThanVirtualThreads() {
    assertThat(
            of(arm("threadpool", 256, true, 7_000), arm("virtual-threads", null, false, 7_000))
                .advice())
        .contains("Take the simplest of them, virtual-threads");
  }

  @Test
  void anEventLoopWithAHandlerThatWaitsIsNotTakenOnATie() {
    assertThat(
            of(arm("event-loop", null, false, 50), arm("adaptive-pool", 256, false, 48)).advice())
        .contains("Take the simplest of them, adaptive-pool 256");
  }

  @Test
  void anEventLoopThatIsClearlyBetterIsTaken() {
    Arm loop = arm("event-loop", null, false, 9_000, 300, 80.0);
    Arm pool = arm("threadpool", 100, false, 6_000, 400, 120.0);

    Recommendation its = of(loop, pool);

    assertThat(its.advice()).startsWith("Take event-loop");
    assertThat(its.why())
        .anyMatch(why -> why.startsWith("A request computes 0.08 ms and hardly waits"))
        .anyMatch(
            why ->
                why.equals(
                    "threadpool 100 needs 120 µs of processor time for a request, event-loop"
                        + " 80 µs."));
  }

  @Test
  void oneThreadIsNotTakenOnATie() {
    assertThat(
            of(
                    arm("singlethreaded", null, false, 180, 5_000, 5_000.0),
                    arm("thread-per-request", null, false, 178, 5_000, 5_000.0))
                .advice())
        .contains("Take the simplest of them, thread-per-request");
  }

  @Test
  void theReasonIsHowLongARequestHoldsAWorker() {
    Recommendation its =
        of(
            arm("virtual-threads", null, false, 7_000),
            arm("threadpool", 100, false, 4_900),
            arm("singlethreaded", null, false, 40),
            arm("event-loop", null, false, 45));

    assertThat(its.why())
        .contains(
            "A request waits 20 ms and computes 0.10 ms, so it holds a worker 201 times as long as"
                + " a core: some 256 workers keep 1 core busy, a quarter of them to spare (Little's"
                + " law).",
            "threadpool 100 ends where all workers are busy: 100 / 20 ms = 4,975/s.",
            "singlethreaded answers one request after the other: 1 / 20 ms = 49.8/s at most, with"
                + " an endless queue.",
            "event-loop has a reactor for each core, and a request keeps it for 20 ms: 1 / 20 ms ="
                + " 49.8/s at most.",
            "Pool size: a fixed pool needs some 176 workers at 7,000/s, a quarter of them to spare"
                + " (--workers 176); its default of 100 is too small.");
  }

  @Test
  void whatIsBehindTheHandlerIsNamedWhereTheCoresAreIdle() {
    Recommendation its =
        of(
            arm("virtual-threads", null, false, 800, 5_000, 200.0),
            arm("threadpool", 100, false, 790, 5_000, 200.0));

    assertThat(its.why())
        .anyMatch(
            why ->
                why.contains(
                    "used 0.2 of 1 cores: the limit is not the cores, but something that"));
    assertThat(its.why()).anyMatch(why -> why.contains("so the default of 100 is enough."));
  }

  @Test
  void aRateThatTheGeneratorEndedIsAtLeast() {
    Recommendation its = of(endless("virtual-threads", 12_000));

    assertThat(its.advice()).contains("up to at least 12,000 requests/s");
    assertThat(its.why())
        .contains(
            "virtual-threads was not driven to its limit: 12,000/s is about the highest rate at"
                + " which this generator can be believed.");
  }

  @Test
  void whoseClimbsEndedAtTheSameLimitOfTheGeneratorAreEqual() {
    Recommendation its =
        of(
            endless("event-loop", 7_800),
            endless("threadpool", 7_800),
            arm("thread-per-request", null, false, 5_100));

    assertThat(its.advice())
        .startsWith("It makes no difference here between event-loop (> 7,800), threadpool (> 7,800")
        .contains(
            "or their intervals overlap, or reached the limit of the generator.",
            "Take the simplest of them, threadpool: it keeps P99 within 50 ms up to at least"
                + " 7,800");
  }

  @Test
  void aServerThatDidMoreIsNotBoundByTheTimeOfARequest() {
    Recommendation its =
        of(
            arm("virtual-threads", null, false, 9_000, 2_000, 60.0),
            arm("event-loop", null, false, 7_000, 2_000, 60.0),
            arm("singlethreaded", null, false, 4_500, 2_000, 90.0));

    assertThat(its.why())
        .noneMatch(why -> why.startsWith("singlethreaded answers one request after the other"))
        .noneMatch(why -> why.startsWith("event-loop has a reactor for each core"));
  }

  @Test
  void aHandlerThatKeepsOneThreadBusyDoesNotWaitHoweverLongItsFirstRequestsTook() {
    Recommendation its =
        of(
            arm("singlethreaded", null, false, 850, 2_600, 1_150.0),
            arm("threadpool", 100, false, 850, 2_700, 1_170.0));

    assertThat(its.why())
        .anyMatch(why -> why.startsWith("A request computes 1.2 ms and hardly waits"))
        .contains(
            "Pool size: at 850/s 1 worker is busy (Little's law), so the default of 100 is"
                + " enough.");
  }

  @Test
  void theBestOfThoseThatAreNotEqualIsNamed() {
    Recommendation its =
        of(
            arm("virtual-threads", null, false, 1_000),
            arm("threadpool", 100, false, 950),
            arm("adaptive-pool", 256, false, 890));

    assertThat(its.advice())
        .endsWith("up to 950 requests/s; the best of the others is adaptive-pool 256 (890/s).");
  }

  private static Arm endless(String stage, double capacity) {
    return new Arm(
        stage,
        null,
        false,
        null,
        capacity,
        List.of(Samples.step(capacity).build()),
        new Capacity(List.of(capacity), List.of(capacity), true),
        arm(stage, null, false, capacity).after(),
        null,
        Samples.measurement(stage),
        null,
        null);
  }

  @Test
  void theNextOneIsNamedAlthoughItsLargerSizeWasMeasuredInstead() {
    Arm rough = without(arm("threadpool", 100, false, 4_900));
    Recommendation its =
        of(rough, arm("virtual-threads", null, false, 9_000), arm("event-loop", null, false, 45));
    assertThat(its.advice()).endsWith(", 84 % more than the next, threadpool 100 (4,900/s).");
  }

  private static Arm without(Arm arm) {
    return new Arm(
        arm.stage(),
        arm.workers(),
        arm.sized(),
        null,
        arm.limit(),
        arm.steps(),
        arm.capacity(),
        null,
        null,
        arm.measured(),
        null,
        null);
  }

  @Test
  void aServerThatIsNearlyIdleHasItsRequestsWait() {
    Recommendation its = of(arm("virtual-threads", null, false, 100, 500_000, 300.0));
    assertThat(its.changes()).noneMatch(change -> change.startsWith("A handler that waits"));
    assertThat(its.changes()).anyMatch(change -> change.startsWith("Longer waits"));
  }

  @Test
  void aStageWithoutAResultIsNamed() {
    ChoosePlan plan = Samples.plan(List.of("threadpool", "event-loop"), Pace.QUICK);
    List<Row> rows = List.of(Row.of(List.of(Samples.arm("threadpool", 100, false, 4_900))));

    assertThat(Recommendation.of(plan, rows, OptionalDouble.empty()).certainty())
        .contains("Without a result, and so not compared: event-loop.");
  }

  @Test
  void aCandidateWithFewRequestsInAStepIsNamed() {
    Recommendation its =
        of(arm("event-loop", null, false, 28.4), arm("virtual-threads", null, false, 18_000));

    assertThat(its.certainty())
        .contains("Roughly, because a step had fewer than 100 requests: event-loop.");
  }

  @Test
  void whereNothingHoldsNothingIsRecommended() {
    Arm none =
        new Arm(
            "threadpool",
            100,
            false,
            null,
            12_000,
            List.of(Samples.step(10).p50(100_300).tail(101_000).build()),
            Capacity.NONE,
            null,
            null,
            Samples.measurement("threadpool 100"),
            null,
            null);

    Recommendation its = of(none);

    assertThat(its.advice())
        .isEqualTo("No model keeps P99 within 50 ms at any rate that was tried.");
    assertThat(its.why().get(0)).startsWith("The fastest half of the requests took 100 ms");
  }

  @Test
  void ofThoseThatAreNearlyAsGoodAsOneThreadTheSimplestMustBeEqualToTheBest() {
    List<Row> rows =
        Stream.of(
                arm("singlethreaded", null, false, 1_000, 1_000, 1_000.0),
                arm("virtual-threads", null, false, 890, 1_000, 1_000.0),
                arm("threadpool", 100, false, 800, 1_000, 1_000.0))
            .map(one -> Row.of(List.of(one)))
            .toList();

    Choice choice = Choice.of(rows, PLAN, OptionalDouble.empty());

    assertThat(choice.pick().orElseThrow().stage()).isEqualTo("virtual-threads");
  }

  @Test
  void oneStepOfAQuickClimbIsNoDifferenceAndTwoAre() {
    double step = Pace.QUICK.resolution();
    List<Row> rows =
        Stream.of(1_000.0, 1_000 / step, 1_000 / step / step)
            .map(capacity -> Row.of(List.of(arm("threadpool", 100, false, capacity))))
            .toList();

    assertThat(Choice.of(rows, PLAN, OptionalDouble.empty()).equal()).hasSize(2);
  }

  @Test
  void theNoiseOfTheSameTwiceWidensWhatIsNoDifference() {
    List<Row> rows =
        Stream.of(arm("virtual-threads", null, false, 5_000), arm("threadpool", 100, false, 4_200))
            .map(one -> Row.of(List.of(one)))
            .toList();

    assertThat(
            Choice.of(rows, Samples.plan(PLAN.stages(), Pace.FULL), OptionalDouble.empty()).equal())
        .hasSize(1);
    assertThat(
            Choice.of(rows, Samples.plan(PLAN.stages(), Pace.FULL), OptionalDouble.of(0.2)).equal())
        .hasSize(2);
  }

  @Test
  void aPoolWhoseLargerSizeWasMeasuredInsteadIsNoCandidate() {
    Arm rough = without(arm("threadpool", 100, false, 6_900));

    assertThat(
            of(
                    rough,
                    arm("threadpool", 256, true, 5_000),
                    arm("virtual-threads", null, false, 7_000))
                .advice())
        .startsWith("Take virtual-threads");
  }

  @Test
  void aPoolWhoseLargerSizeDidWorseIsACandidate() {
    Arm rough = without(arm("threadpool", 100, false, 9_000));

    assertThat(
            of(
                    rough,
                    arm("threadpool", 256, true, 7_000),
                    arm("virtual-threads", null, false, 6_000))
                .advice())
        .isEqualTo(
            "Take threadpool 100: it keeps P99 within 50 ms up to 9,000 requests/s, 29 % more"
                + " than the next, threadpool 256 (7,000/s).");
  }

  @Test
  void withoutAnOverloadTheyAreComparedAsWell() {
    assertThat(
            of(
                    without(arm("virtual-threads", null, false, 15_000)),
                    without(arm("threadpool", 100, false, 9_000)))
                .advice())
        .startsWith("Take virtual-threads: it keeps P99 within 50 ms up to 15,000");
  }

  // ---- no recommendation

  private static final Disturbance LOOPS = new Disturbance(0.5, 0, 0);

  @Test
  void aBusyMachineCarriesNoRecommendation() {
    Recommendation its =
        of(
            disturbed(arm("virtual-threads", null, false, 7_000)),
            disturbed(arm("threadpool", 100, false, 4_900)),
            arm("event-loop", null, false, 45));

    assertThat(its.pick()).isEmpty();
    assertThat(its.advice())
        .startsWith(
            "No recommendation: the machine was busy with something else while it was measured,"
                + " which is so for 2 of 3 candidates (other programs had 50 % of the processor")
        .contains("./tailgate doctor");
  }

  @Test
  void aCandidateThatMissesTheObjectiveAtHalfOfItsCapacityIsNotRecommended() {
    Arm pool = arm("threadpool", 100, false, 179);
    Step slow = Samples.step(179 / 2.0).tail(498_000).build();
    Aftermath after = new Aftermath(slow, slow, slow, null, 2_000);
    Recommendation its =
        of(
            with(pool, pool.capacity(), pool.steps(), after, null),
            arm("event-loop", null, false, 45),
            arm("singlethreaded", null, false, 45));

    assertThat(its.pick()).isEmpty();
    assertThat(its.advice())
        .startsWith(
            "No recommendation: it would be threadpool 100 with 179/s, but it missed the objective"
                + " at half of that rate (P99 was 498 ms).");
  }

  @Test
  void aCandidateThatALateGeneratorHasEndedMayBeBetterThanTheBest() {
    Arm pool = arm("threadpool", 100, false, 4_900);
    Recommendation its =
        of(pool, late("virtual-threads", 2_500), arm("event-loop", null, false, 45));

    assertThat(its.pick()).isEmpty();
    assertThat(its.advice())
        .contains("it would be threadpool 100 with 4,900/s, but virtual-threads may do more");
  }

  @Test
  void whatItIsBoundsACandidateThatALateGeneratorHasEnded() {
    Recommendation its =
        of(
            arm("virtual-threads", null, false, 7_000),
            arm("threadpool", 100, false, 4_900),
            late("event-loop", 40));

    assertThat(its.advice()).startsWith("Take virtual-threads");
    assertThat(its.certainty())
        .contains(
            "In doubt, because the generator itself was late at a rate that failed: event-loop.");
  }

  @Test
  void mostCandidatesInDoubtCarryNoRecommendation() {
    Recommendation its =
        of(late("event-loop", 4), late("threadpool", 3), arm("virtual-threads", null, false, 0));

    assertThat(its.advice())
        .startsWith("No recommendation: the generator itself was late at a rate that failed");
  }

  @Test
  void aTieWithABestThatALateGeneratorHasEndedIsNoReasonToTakeIt() {
    Recommendation its =
        of(
            late("singlethreaded", 744),
            arm("threadpool", 100, false, 720, 1_000, 1_000.0),
            arm("virtual-threads", null, false, 715, 1_000, 1_000.0));

    assertThat(its.pick()).isEmpty();
    assertThat(its.advice()).contains("but threadpool 100 may be as good: the generator itself");
  }

  @Test
  void aDisturbedCandidateMayBeBetterThanTheBest() {
    Recommendation its =
        of(
            disturbed(arm("virtual-threads", null, false, 3_000)),
            arm("threadpool", 464, true, 9_000),
            arm("event-loop", null, false, 45));

    assertThat(its.advice())
        .contains("but virtual-threads may do more: the machine was busy with something else");
  }

  @Test
  void aSimplerOneThatTheGeneratorsLimitHasEndedMayBeAsGood() {
    Recommendation its =
        of(
            arm("virtual-threads", null, false, 11_000),
            atLimit("threadpool", 3_000, 4_000),
            arm("event-loop", null, false, 45));

    assertThat(its.advice()).contains("but threadpool may do more", "--load-host");
  }

  @Test
  void oneThatSurelyFailedBelowTheBestIsNoneThatMayDoMore() {
    Arm late = late("threadpool", 9_000);
    Capacity bounded = new Capacity(List.of(9_000.0), List.of(10_000.0), false);
    Recommendation its =
        of(
            arm("virtual-threads", null, false, 12_000),
            with(late, bounded, late.steps(), null, null),
            arm("event-loop", null, false, 45));

    assertThat(its.advice()).startsWith("Take virtual-threads");
  }

  private static Arm disturbed(Arm arm) {
    return with(arm, arm.capacity(), arm.steps(), arm.after(), LOOPS);
  }

  /** The generator was late in the step above. */
  private static Arm late(String stage, double capacity) {
    Arm arm = arm(stage, null, false, capacity);
    Step failed = Samples.step(capacity * 1.02).tail(60_000).inTime(0).lag(20_000).build();
    return with(
        arm,
        new Capacity(List.of(capacity), List.of(capacity), true),
        List.of(arm.steps().get(0), failed),
        null,
        null);
  }

  private static Arm atLimit(String stage, double capacity, double limit) {
    Arm arm = endless(stage, capacity);
    return new Arm(
        stage,
        null,
        false,
        null,
        limit,
        arm.steps(),
        arm.capacity(),
        null,
        null,
        arm.measured(),
        null,
        null);
  }

  private static Arm with(
      Arm arm,
      Capacity capacity,
      List<Step> steps,
      @Nullable Aftermath after,
      @Nullable Disturbance disturbance) {
    return new Arm(
        arm.stage(),
        arm.workers(),
        arm.sized(),
        null,
        arm.limit(),
        steps,
        capacity,
        after,
        null,
        arm.measured(),
        disturbance,
        null);
  }

  private static Recommendation of(Arm... arms) {
    return Recommendation.of(
        PLAN, Stream.of(arms).map(arm -> Row.of(List.of(arm))).toList(), OptionalDouble.empty());
  }
}
