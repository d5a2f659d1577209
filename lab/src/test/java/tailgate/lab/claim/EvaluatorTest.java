package tailgate.lab.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.stats.Interval;

/**
 * With the claims of handoff, park is slightly faster than lock, and of scale, most at 16 users.
 */
class EvaluatorTest {

  private static final double[] NOISE = {0.2, -0.7, 1.1, 0.4, -1.3, 0.8, -0.2, -0.9, 0.6, 0.1};

  private final List<ClaimRun> runs = new ArrayList<>();

  @Test
  void anIntervalOnOneSideIsAVerdict() {
    queue("lock", 10_000, 1, 10);
    queue("park", 10_700, -1, 10);
    twin("lock", 10_000, 2);

    assertThat(first())
        .hasToString(
            "16 workers: waiting as on a futex is slightly faster than on conditions (futex study):"
                + " HELD: park served 107 % of what lock did [ratio 1.07, 95 % interval 1.06 to"
                + " 1.09]; 10 blocks; noise floor 0.6 %; p < 0.00001");
  }

  @Test
  void oneOnTheOtherSideIsAVerdictToo() {
    queue("lock", 10_000, 1, 10);
    queue("park", 9_000, -1, 10);
    twin("lock", 10_000, 2);

    assertThat(first().outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void oneOnBothSidesIsNone() {
    queue("lock", 10_000, 10, 10);
    queue("park", 10_100, -10, 10);
    twin("lock", 10_000, 12);

    assertThat(first().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void nineBlocksHaveAnIntervalAndNoVerdict() {
    queue("lock", 10_000, 1, 9);
    queue("park", 10_700, -1, 9);
    twin("lock", 10_000, 2);

    assertThat(first().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(first().found())
        .contains("95 % interval 1.05 to", "; 9 blocks, 1 left out; a verdict needs 10");
  }

  @Test
  void oneRunOfEachHasNotEvenAnInterval() {
    queue("lock", 10_000, 0, 1);
    queue("park", 10_700, 0, 1);

    assertThat(first().outcome()).isEqualTo(Outcome.FIRST_IMPRESSION);
    assertThat(first().found())
        .isEqualTo("park served 107 % of what lock did; 1 block; a verdict needs 10");
  }

  @Test
  void withoutAnArmAgainstItselfNobodyKnowsTheNoise() {
    queue("lock", 10_000, 1, 10);
    queue("park", 10_700, -1, 10);

    assertThat(first().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(first().found()).endsWith("10 blocks; no A/A arm shows the noise");
  }

  @Test
  void aDifferenceBetweenTheSameTwoTakesAllVerdicts() {
    queue("lock", 10_000, 1, 10);
    queue("park", 10_700, -1, 10);
    twin("lock", 10_300, 1);

    assertThat(first().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(first().found()).contains("the A/A arm differs from itself");
    assertThat(evaluator("handoff").noiseFloor().get(0))
        .startsWith(
            "connections new, queue lock, workers 16: answers/s 1.030 to 1.030 (3.0 %) FALSE ALARM,"
                + " P99 ")
        .endsWith("; 10 blocks");
  }

  /** The claim is about 16 workers, or about 32. */
  @Test
  void aDifferenceInAnotherGroupTakesNoVerdict() {
    group("16", 10_000);
    group("32", 10_300);

    assertThat(evaluator("handoff").verdicts())
        .filteredOn(verdict -> verdict.about().contains("slightly faster"))
        .extracting(Verdict::outcome)
        .containsExactly(Outcome.HELD, Outcome.INCONCLUSIVE);
  }

  @Test
  void aGroupWithoutAnArmOfItsOwnTrustsThatOfAnother() {
    group("16", 10_000);
    group("32", 10_000);
    runs.removeIf(run -> run.isTwin() && run.get("workers").equals("32"));

    assertThat(evaluator("handoff").verdicts())
        .filteredOn(verdict -> verdict.about().contains("slightly faster"))
        .extracting(Verdict::outcome)
        .containsExactly(Outcome.HELD, Outcome.HELD);
  }

  private void group(String workers, double twin) {
    add(queueOf("lock", workers), 10_000, 1, 10, false);
    add(queueOf("park", workers), 10_700, -1, 10, false);
    add(queueOf("lock", workers), twin, 1.2, 10, true);
  }

  private static Map<String, String> queueOf(String kind, String workers) {
    return Map.of("queue", kind, "workers", workers, "connections", "new");
  }

  @Test
  void theComparisonsOfTheSameAreCounted() {
    users(16, 7_000, -1);
    users(64, 6_000, 2);
    usersTwin(16, 7_000, -1.2);
    usersTwin(64, 6_200, 2);

    assertThat(evaluator("scale").noiseFloor())
        .last()
        .isEqualTo(
            "3 of 4 comparisons of the same with the same, each at the 95 % level, found no"
                + " difference");
  }

  @Test
  void theTwinTakesNoPartInAClaim() {
    queue("lock", 10_000, 1, 10);
    queue("park", 10_700, -1, 10);
    runs.replaceAll(run -> run.get("queue").equals("park") ? again(run) : run);

    assertThat(evaluator("handoff").verdicts()).isEmpty();
  }

  @Test
  void aDoubtfulRunTakesItsBlockAway() {
    queue("lock", 10_000, 1, 10);
    queue("park", 10_700, -1, 10);
    twin("lock", 10_000, 2);
    ClaimRun bad = runs.get(0);
    runs.set(
        0, new ClaimRun(bad.setting(), bad.measured(), Optional.of("above 70 % of its ceiling")));

    assertThat(first().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(first().found()).contains("9 blocks, 1 left out; a verdict needs 10");
  }

  @Test
  void ifNoBlockCountsThatIsSaid() {
    queue("lock", 10_000, 1, 2);
    queue("park", 10_700, -1, 2);
    runs.replaceAll(
        run -> new ClaimRun(run.setting(), run.measured(), Optional.of("too near to its ceiling")));

    assertThat(first().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(first().found()).isEqualTo("no block counts, 2 left out");
  }

  @Test
  void eachOtherGroupIsComparedWithTheOneThatAClaimNames() {
    javas(Optional.empty());

    assertThat(evaluator("java-heap").verdicts())
        .filteredOn(verdict -> verdict.about().contains("the P99 is at most"))
        .extracting(verdict -> verdict.about().substring(0, "Java 21".length()), Verdict::outcome)
        .containsExactly(tuple("Java 21", Outcome.HELD), tuple("Java 27", Outcome.HELD));
  }

  @Test
  void ifThatGroupHasNoRunThatCountsThatIsSaid() {
    javas(Optional.of("too near to its ceiling"));

    assertThat(about("java-heap", "Java 27: with the collector").found())
        .isEqualTo("no block counts, 10 left out");
  }

  /**
   * @param objection to all runs on 25
   */
  private void javas(Optional<String> objection) {
    for (String java : List.of("21", "25", "27")) {
      add(Map.of("java", java, "heap", "own"), 1_000, 1, 10, false);
    }
    add(Map.of("java", "25", "heap", "own"), 1_000, 1.2, 10, true);
    runs.replaceAll(
        run ->
            run.get("java").equals("25")
                ? new ClaimRun(run.setting(), run.measured(), objection)
                : run);
  }

  @Test
  void theBestOfAllIsComparedWithEach() {
    users(4, 5_000, 1);
    users(16, 7_000, -1);
    users(64, 6_000, 2);
    usersTwin(16, 7_000, -1.2);

    assertThat(evaluator("scale").verdicts().get(0))
        .extracting(Verdict::outcome, Verdict::found)
        .containsExactly(
            Outcome.HELD,
            "6,999 a second, and 6,001 at 64 users (the best of 4 and 64 users) [ratio 1.17, 95 %"
                + " interval 1.14 to 1.19]; 10 blocks; noise floor 0.1 %; p < 0.00001");
  }

  @Test
  void aPeakThatIsWithinTheNoiseIsNone() {
    users(4, 5_000, 1);
    users(16, 7_000, -3);
    users(64, 6_990, 3);
    usersTwin(16, 7_000, -3.2);

    assertThat(evaluator("scale").verdicts().get(0).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  /** With the claim of the evolution that one thread has 3 times the P99 of a pool. */
  @Test
  void longerIsHeldOfATailThatMayBeLongerStill() {
    tail("singlethreaded", "none", 40_000, false);
    tail("threadpool", "none", 10_000, true);

    assertThat(tailVerdict("3 times"))
        .extracting(Verdict::outcome, Verdict::found)
        .containsExactly(
            Outcome.HELD,
            "> 40.0 against 10.0 ms [ratio 4.00 or more, 95 % interval from 4.00]; 10 blocks; a"
                + " percentile is a lower bound, because requests had no answer; noise floor 0.0"
                + " %; p < 0.00001");
  }

  @Test
  void longerIsNotHeldAgainstATailThatMayBeLongerStill() {
    tail("singlethreaded", "none", 40_000, true);
    tail("threadpool", "none", 10_000, false);

    assertThat(tailVerdict("3 times").outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(tailVerdict("3 times").found())
        .startsWith("40.0 against > 10.0 ms [ratio 4.00 or less, 95 % interval up to 4.00]");
  }

  /** With the claim that virtual threads with a cache have no longer a P99 than a pool. */
  @Test
  void noLongerIsNotHeldOfATailThatMayBeLongerStill() {
    tail("virtual-threads", "caffeine", 10_000, false);
    tail("threadpool", "none", 10_000, true);

    assertThat(tailVerdict("no longer").outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void aLowerBoundCanBeTooLongAlready() {
    tail("virtual-threads", "caffeine", 20_000, false);
    tail("threadpool", "none", 10_000, true);

    assertThat(tailVerdict("no longer").outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void equalLowerBoundsDoNotShowThatThereIsNoNoise() {
    tail("virtual-threads", "caffeine", 20_000, true);
    tail("threadpool", "none", 10_000, false);

    assertThat(tailVerdict("no longer").outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(tailVerdict("no longer").found()).contains("no A/A arm shows the noise");
  }

  private Verdict tailVerdict(String about) {
    return about("evolution", about);
  }

  /** Of an arm, and once more if it is the pool, which is the A/A arm. */
  private void tail(String stage, String cache, long p99, boolean exact) {
    Map<String, String> setting = Map.of("stage", stage, "cache", cache);
    for (int block = 1; block <= 10; block++) {
      Measurement measured = measured(160, p99, exact ? 0 : 500);
      runs.add(new ClaimRun(ClaimRun.inBlock(setting, block, false), measured, Optional.empty()));
      if (stage.equals("threadpool")) {
        runs.add(new ClaimRun(ClaimRun.inBlock(setting, block, true), measured, Optional.empty()));
      }
    }
  }

  @Test
  void moreStatementsNeedWiderIntervals() {
    BlockComparison ratio = comparison(1, -1);

    assertThat(ratio.interval(Look.ONLY.usual().ofEach(6)).orElseThrow().low())
        .isLessThan(ratio.interval(Look.ONLY.usual()).orElseThrow().low());
  }

  /** All P99 read 4 ms and 5 ms: the mean of equal readings hides what is between them. */
  @Test
  void anIntervalIsNoFinerThanTheClock() {
    queue("lock", 10_000, 0, 10);
    List<BlockComparison.Pair> pairs = runs.stream().map(run -> pair(run, run)).toList();

    Interval ratio =
        new BlockComparison(Figure.P99, pairs, 1_000).interval(Look.ONLY.usual()).orElseThrow();
    assertThat(ratio.low()).isCloseTo(3.0 / 5, within(1e-9));
    assertThat(ratio.high()).isCloseTo(5.0 / 3, within(1e-9));
    assertThat(
            new BlockComparison(Figure.PER_SECOND, pairs, 1_000)
                .interval(Look.ONLY.usual())
                .orElseThrow()
                .high())
        .isEqualTo(1);
  }

  /** It may have taken no time at all. */
  @Test
  void aRatioToASingleTickHasNoUpperEnd() {
    queue("lock", 10_000, 0, 10);
    List<BlockComparison.Pair> pairs = runs.stream().map(run -> pair(run, run)).toList();

    Interval ratio =
        new BlockComparison(Figure.P99, pairs, 4_000).interval(Look.ONLY.usual()).orElseThrow();
    assertThat(ratio.low()).isZero();
    assertThat(ratio.high()).isInfinite();
  }

  private static BlockComparison.Pair pair(ClaimRun of, ClaimRun than) {
    return new BlockComparison.Pair(List.of(of), List.of(than));
  }

  /** The interval is 0.95 to 0.99, and the A/A arm may differ from itself by 4 %. */
  @Test
  void aDifferenceBelowTheNoiseFloorIsNone() {
    queue("lock", 10_000, 1, 10);
    queue("park", 9_700, 1, 10);
    twin("lock", 10_000, 8);

    assertThat(first().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(first().found()).contains("; the difference is within the noise floor; noise floor");
  }

  @Test
  void theNoiseAtAnotherLoadTakesNoVerdict() {
    for (String load : List.of("closed", "1x", "2x")) {
      add(codel(load), load.equals("2x") ? 970 : 1_000, 1, 10, false);
      add(codel(load), load.equals("1x") ? 1_050 : load.equals("2x") ? 970 : 1_000, 1.2, 10, true);
    }

    assertThat(about("overload", "codel answers at least 90 %").outcome()).isEqualTo(Outcome.HELD);
    assertThat(about("overload", "codel answers at least 90 %").found()).contains("floor 0.1 %");
  }

  /** A server's memory is known of a whole run, and not of its phases. */
  @Test
  void aClaimThatNamesNoPhaseIsAboutWholeRuns() {
    for (String threads : List.of("platform", "virtual")) {
      Map<String, String> server =
          Map.of("server", "tomcat", "stage", "tomcat-" + threads, "threads", threads);
      double mib = threads.equals("virtual") ? 300 : 200;
      for (int block = 1; block <= 10; block++) {
        for (boolean twin : List.of(false, true)) {
          Map<String, String> whole = new HashMap<>(ClaimRun.inBlock(server, block, twin));
          runs.add(resident(whole, mib + 0.1 * block));
          Map<String, String> phase = new HashMap<>(whole);
          phase.put("load", "burst");
          runs.add(new ClaimRun(phase, measured(1_000), Optional.empty()));
        }
      }
    }

    Verdict memory = about("servers-burst", "with nearly 1,000 requests");

    assertThat(memory.outcome()).isEqualTo(Outcome.NOT_HELD);
    assertThat(memory.found()).startsWith("301 against 201 MiB, 150 %");
  }

  private static ClaimRun resident(Map<String, String> setting, double mib) {
    Measurement plain = measured(1_000, 4_000, 0);
    ServerTimeline kernel =
        new ServerTimeline(List.of(0L), Map.of(ServerTimeline.RSS, List.of(mib)));
    return new ClaimRun(
        setting,
        new Measurement(
            plain.name(),
            plain.stage(),
            plain.perSecond(),
            plain.figures(),
            plain.curve(),
            plain.startEpochMillis(),
            plain.millis(),
            plain.latency(),
            null,
            new ServerView(kernel, ServerTimeline.EMPTY),
            null),
        Optional.empty());
  }

  @Test
  void bothRunsOfAnArmThatRanTwiceAreJudged() {
    queue("lock", 10_000, 0, 10);
    queue("park", 10_500, 0, 10);
    twin("lock", 10_000, 5);
    ClaimRun twin = runs.get(20);

    assertThat(
            new BlockComparison(
                    Figure.PER_SECOND,
                    List.of(
                        new BlockComparison.Pair(
                            List.of(runs.get(10)), List.of(runs.get(0), twin))),
                    1)
                .values())
        .containsExactly(10_500 / Math.sqrt(10_000 * twin.measured().perSecond()));
    assertThat(first().found()).contains("to", "10 blocks").doesNotContain("1.05 to 1.05");
  }

  /** Of these ten the bootstrap's interval ends at 0.99, and Student's above 1. */
  @Test
  void aVerdictThatDependsOnTheIntervalIsNone() {
    queue("lock", 10_000, 0, 10);
    queue("park", 9_900, 0, 9);
    add(queueOf("park", "16"), 9_050, 0, 10, false);
    runs.removeIf(
        run ->
            run.get("queue").equals("park")
                && run.measured().perSecond() == 9_050
                && !run.block().equals("10"));
    twin("lock", 10_000, 0);

    assertThat(first().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(first().found())
        .contains("; at the limit: Student's interval does not say the same;");
  }

  @Test
  void noneLostOfManyRequestsIsBelowOneInAThousand() {
    lost(0, 10_000);

    assertThat(about("overload", "codel loses").outcome()).isEqualTo(Outcome.HELD);
    assertThat(about("overload", "codel loses").found())
        .contains("0 lost at 0.5x [95 % interval up to 0.004 % of 100,000], 0 at 0.9x [");
  }

  @Test
  void noneLostOfFewRequestsSaysNothing() {
    lost(0, 200);

    assertThat(about("overload", "codel loses").outcome()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void manyLostInEachBlockAreTooMany() {
    lost(30, 10_000);

    assertThat(about("overload", "codel loses").outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  private void lost(int ofEach, int requests) {
    for (String load : List.of("0.5x", "0.9x")) {
      for (int block = 1; block <= 10; block++) {
        runs.add(
            new ClaimRun(
                ClaimRun.inBlock(codel(load), block, false),
                measured(1_000, 4_000, 0, requests - ofEach, ofEach),
                Optional.empty()));
      }
    }
  }

  private static Map<String, String> codel(String load) {
    return Map.of(
        "handler", "waits",
        "stage", "threadpool",
        "policy", "codel",
        "clients", "leave",
        "load", load);
  }

  @Test
  void aMaximumIsTheLargestOfAllBlocks() {
    List<BlockComparison.Pair> pairs = new ArrayList<>();
    for (int block = 1; block <= 10; block++) {
      ClaimRun run =
          new ClaimRun(
              Map.of("block", "" + block),
              measured(1_000, block == 3 ? 9_000 : 100, 0),
              Optional.empty());
      pairs.add(new BlockComparison.Pair(List.of(run), List.of()));
    }

    BlockComparison level = new BlockComparison(Figure.MAX, pairs, 1);

    assertThat(level.meanOf()).isEqualTo(9_000);
    assertThat(level.interval(Look.ONLY.usual())).hasValue(new Interval(8_999, 9_000, 9_001));
  }

  @Test
  void aClaimThatWasAddedAfterTheRunIsExploratory() {
    for (String stage : List.of("virtual-threads", "event-loop")) {
      add(Map.of("stage", stage, "dispatch", "connection"), 1_000, 1, 10, false);
    }
    add(Map.of("stage", "event-loop", "dispatch", "connection"), 1_000, 1.2, 10, true);

    assertThat(about("computing", "a virtual thread for each").found())
        .startsWith("4.0 against 4.0 ms [")
        .endsWith("; exploratory, because the claim was added after this run");
    assertThat(about("new-connections", "virtual thread for each connection").found())
        .doesNotContain("exploratory");
  }

  private Verdict about(String experiment, String words) {
    return evaluator(experiment).verdicts().stream()
        .filter(verdict -> verdict.about().contains(words))
        .findFirst()
        .orElseThrow();
  }

  private BlockComparison comparison(double oneNoise, double otherNoise) {
    queue("lock", 10_000, oneNoise, 10);
    queue("park", 10_000, otherNoise, 10);
    List<BlockComparison.Pair> pairs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      pairs.add(pair(runs.get(i), runs.get(10 + i)));
    }
    return new BlockComparison(Figure.PER_SECOND, pairs, 1);
  }

  private Verdict first() {
    return evaluator("handoff").verdicts().get(0);
  }

  private Evaluator evaluator(String experiment) {
    return new Evaluator(ExperimentReader.ofLab(experiment).claims(), 1, runs, Look.ONLY);
  }

  /**
   * @param noise in percent, by which the blocks differ
   */
  private void queue(String kind, double perSecond, double noise, int blocks) {
    add(queueOf(kind, "16"), perSecond, noise, blocks, false);
  }

  private void twin(String kind, double perSecond, double noise) {
    add(queueOf(kind, "16"), perSecond, noise, 10, true);
  }

  private void users(int users, double perSecond, double noise) {
    add(pool(users), perSecond, noise, 10, false);
  }

  private void usersTwin(int users, double perSecond, double noise) {
    add(pool(users), perSecond, noise, 10, true);
  }

  private static Map<String, String> pool(int users) {
    return Map.of(
        "part", "rust-pool",
        "stage", "threadpool",
        "connections", "new",
        "users", Integer.toString(users));
  }

  private void add(
      Map<String, String> setting, double perSecond, double noise, int blocks, boolean twin) {
    for (int block = 1; block <= blocks; block++) {
      double seen = perSecond * (1 + NOISE[block - 1] * noise / 100);
      runs.add(
          new ClaimRun(ClaimRun.inBlock(setting, block, twin), measured(seen), Optional.empty()));
    }
  }

  private static ClaimRun again(ClaimRun run) {
    return new ClaimRun(
        ClaimRun.inBlock(run.setting(), Integer.parseInt(run.block()), true),
        run.measured(),
        Optional.empty());
  }

  private static Measurement measured(double perSecond) {
    return measured(perSecond, 4_000, 0);
  }

  private static Measurement measured(double perSecond, long p99, long unanswered) {
    return measured(perSecond, p99, unanswered, 10_000, 0);
  }

  private static Measurement measured(
      double perSecond, long p99, long unanswered, long count, long failed) {
    List<Long> none = List.of();
    return new Measurement(
        "a run",
        "threadpool",
        perSecond,
        new Figures(
            count,
            failed,
            2_000,
            3_000,
            3_000,
            p99,
            p99,
            p99,
            unanswered,
            unanswered == 0 ? 100.0 : 95.0,
            null,
            null),
        Collections.nCopies(Figures.CURVE.size(), 2_000L),
        0,
        1_000,
        new Timeline(100, none, none, none, none, none),
        null,
        ServerView.NOTHING,
        null);
  }
}
