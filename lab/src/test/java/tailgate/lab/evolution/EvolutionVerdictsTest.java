package tailgate.lab.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.project.Project;

class EvolutionVerdictsTest {

  /** The figures of the origin, and 7 ms for what it has not measured. */
  private final List<EvolutionResult> results =
      new ArrayList<>(
          EvolutionRun.all(Project.STAGES, List.of("caffeine", "none")).stream()
              .map(run -> result(run, 10_000, 7, 0))
              .toList());

  EvolutionVerdictsTest() {
    p99("singlethreaded", "none", 18);
    p99("threadpool", "none", 6);
    p99("virtual-threads", "none", 9);
    p99("virtual-threads", "caffeine", 6);
  }

  @Test
  void theOriginsOwnFiguresHoldExceptWhereTheClockIsTooCoarse() {
    assertThat(verdicts())
        .extracting(Verdict::toString)
        .containsExactly(
            "all serve 166.7 requests a second, and none fails (Java evolution): HELD: one thread"
                + " 166.7 a second [95 % interval 166.70 to 166.70], a pool 166.7 [95 % interval"
                + " 166.70 to 166.70], virtual threads with a cache 166.7 [95 % interval 166.70 to"
                + " 166.70], 0, 0, 0 failed; 10 blocks; noise floor 0.0 %",
            "without a cache one thread has 3 times the P99 of a pool (Java evolution: 18 against 6"
                + " ms): INCONCLUSIVE: 18.0 against 6.0 ms [ratio 3.00, 95 % interval 2.43 to"
                + " 3.80]; 10 blocks; noise floor 40.0 %",
            "virtual threads with a cache have no longer a P99 than a pool without one (Java"
                + " evolution: 6 against 6 ms): INCONCLUSIVE: 6.0 against 6.0 ms [ratio 1.00, 95 %"
                + " interval 0.71 to 1.40]; 10 blocks; noise floor 40.0 %",
            "a cache takes the tail from virtual threads (Java evolution: \"Heavy Tail? No\", no"
                + " figure): HELD: P99 6.0 against 9.0 ms [ratio 0.67, 95 % interval 0.50 to 0.87];"
                + " 10 blocks; noise floor 40.0 %");
  }

  @Test
  void aTickOfTheClockIsNoDifference() {
    put("singlethreaded", "none", 10_000, 2, 1);
    p99("threadpool", "none", 1);
    p99("virtual-threads", "none", 2);
    p99("virtual-threads", "caffeine", 1);

    assertThat(verdicts())
        .extracting(Verdict::outcome)
        .containsExactly(
            Outcome.NOT_HELD, Outcome.INCONCLUSIVE, Outcome.INCONCLUSIVE, Outcome.INCONCLUSIVE);
  }

  @Test
  void threeTimesIsSeenFromTwoPointSixTimesOn() {
    p99("threadpool", "none", 100);

    p99("singlethreaded", "none", 280);
    assertThat(verdicts().get(1).outcome()).isEqualTo(Outcome.HELD);
    p99("singlethreaded", "none", 260);
    assertThat(verdicts().get(1).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    p99("singlethreaded", "none", 240);
    assertThat(verdicts().get(1).outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void lessThanATickCountsAsATick() {
    p99("threadpool", "none", 0);
    p99("singlethreaded", "none", 2);

    assertThat(verdicts().get(1).found()).contains("ratio 2.00, 95 % interval from 0.50");
  }

  @Test
  void betterThanAsGoodIsAsGood() {
    p99("virtual-threads", "caffeine", 2);
    assertThat(verdicts().get(2).outcome()).isEqualTo(Outcome.HELD);

    p99("virtual-threads", "caffeine", 9);
    assertThat(verdicts().get(2).outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void whoAnswersNobodyIsNotFast() {
    put("threadpool", "none", 0, 0, 10_000);

    // The last one of the claims is about others, but the A/A arm is a pool too.
    assertThat(verdicts())
        .extracting(Verdict::outcome)
        .containsExactly(
            Outcome.NOT_HELD,
            Outcome.INCONCLUSIVE,
            Outcome.INCONCLUSIVE,
            Outcome.INCONCLUSIVE,
            Outcome.OPEN);
    assertThat(verdicts().get(1).found()).isEqualTo("no block counts, 10 left out");
    assertThat(verdicts().get(4))
        .hasToString(
            "threadpool, no cache, takes no part in a verdict on speed: no request was answered,"
                + " and so in 19 more blocks");
  }

  @Test
  void whoTurnsManyAwayIsNotComparedWithOthers() {
    put("threadpool", "none", 9_989, 6, 11);

    assertThat(verdicts())
        .extracting(Verdict::found)
        .contains("no block counts, 10 left out")
        .anyMatch(found -> found.startsWith("11 of 10,000 requests failed"));
  }

  @Test
  void oneRunOfEachIsNoVerdict() {
    assertThat(new EvolutionReport(RampUpLoad.FULL, results).judged())
        .hasSize(4)
        .allSatisfy(verdict -> assertThat(verdict.outcome()).isEqualTo(Outcome.FIRST_IMPRESSION))
        .allSatisfy(
            verdict -> assertThat(verdict.found()).endsWith("; 1 block; a verdict needs 10"));
  }

  @Test
  void aRunThatWasCutShortTakesNoPart() {
    EvolutionRun run = new EvolutionRun("singlethreaded", "none");
    results.removeIf(result -> result.run().equals(run));
    results.add(new EvolutionResult(run, false, 7, result(run, 100, 90, 1).measured()));

    assertThat(verdicts())
        .extracting(Verdict::about)
        .noneMatch(about -> about.startsWith("without a cache one thread"));
  }

  @Test
  void nothingIsSaidOfNothing() {
    assertThat(new EvolutionReport(RampUpLoad.FULL, List.of()).judged()).isEmpty();
  }

  @Test
  void aQuickLookHasFiguresAndNoVerdicts() {
    assertThat(new EvolutionReport(RampUpLoad.QUICK, results).judged())
        .hasSize(4)
        .allSatisfy(verdict -> assertThat(verdict.outcome()).isEqualTo(Outcome.FIRST_IMPRESSION))
        .allSatisfy(
            verdict -> assertThat(verdict.found()).endsWith("; 1 block; a verdict needs 10"));
  }

  @Test
  void anotherLoadIsNotWhatTheSeedSpokeOf() {
    assertThat(new EvolutionReport(new RampUpLoad(100, Duration.ofSeconds(1)), results).judged())
        .isEmpty();
  }

  private List<Verdict> verdicts() {
    return new EvolutionReport(RampUpLoad.FULL, tenBlocks()).judged();
  }

  /** Each in ten blocks, and a pool without a cache twice. */
  private List<EvolutionResult> tenBlocks() {
    List<EvolutionResult> all = new ArrayList<>();
    for (int block = 1; block <= 10; block++) {
      for (EvolutionResult result : results) {
        all.add(in(block, false, result));
        if (result.run().equals(new EvolutionRun("threadpool", "none"))) {
          all.add(in(block, true, result));
        }
      }
      all.add(in(block, false, result(new EvolutionRun("adaptive-pool", "lru"), 10_000, 6, 0)));
      all.add(in(block, true, result(new EvolutionRun("adaptive-pool", "lru"), 10_000, 6, 0)));
    }
    return all;
  }

  private static EvolutionResult in(int block, boolean twin, EvolutionResult result) {
    EvolutionRun run = result.run();
    return new EvolutionResult(
        new EvolutionRun(run.stage(), run.cache(), block, twin),
        result.whole(),
        result.peakUsers(),
        result.measured());
  }

  private void p99(String stage, String cache, long millis) {
    put(stage, cache, 10_000, millis, 0);
  }

  private void put(String stage, String cache, long answers, long p99Millis, long failed) {
    EvolutionRun run = new EvolutionRun(stage, cache);
    results.replaceAll(
        result -> result.run().equals(run) ? result(run, answers, p99Millis, failed) : result);
  }

  private static EvolutionResult result(
      EvolutionRun run, long answers, long p99Millis, long failed) {
    long p99 = p99Millis * 1_000;
    List<Long> none = List.of();
    return new EvolutionResult(
        run,
        true,
        7,
        new Measurement(
            run.name(),
            run.stage(),
            answers == 0 ? 0 : 166.7,
            new Figures(answers, failed, Math.min(p99, 1_000), p99, p99, p99, p99, p99),
            Collections.nCopies(Figures.CURVE.size(), 1_000L),
            0,
            60_000,
            new Timeline(100, none, none, none, none, none),
            null,
            ServerView.NOTHING));
  }
}
