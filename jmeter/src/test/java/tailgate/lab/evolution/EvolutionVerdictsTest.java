package tailgate.lab.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
  void theOriginsOwnFiguresHold() {
    assertThat(verdicts())
        .extracting(Verdict::toString)
        .containsExactly(
            "all serve 166.7 requests a second, and none fails (Java evolution): HELD: 166.7 to"
                + " 166.7 a second, 0 failed",
            "without a cache one thread has 3 times the P99 of a pool (Java evolution: 18 against 6"
                + " ms): HELD: 18.0 against 6.0 ms",
            "virtual threads with a cache have no longer a P99 than a pool without one (Java"
                + " evolution: 6 against 6 ms): HELD: 6.0 against 6.0 ms",
            "a cache takes the tail from virtual threads (Java evolution: \"Heavy Tail? No\", no"
                + " figure): HELD: P99 6.0 against 9.0 ms");
  }

  @Test
  void aTickOfTheClockIsNoDifference() {
    put("singlethreaded", "none", 10_000, 2, 1);
    p99("threadpool", "none", 1);
    p99("virtual-threads", "none", 2);
    p99("virtual-threads", "caffeine", 1);

    assertThat(verdicts())
        .extracting(Verdict::outcome)
        .containsExactly(Outcome.NOT_HELD, Outcome.NOT_HELD, Outcome.HELD, Outcome.NOT_HELD);
  }

  @Test
  void threeTimesIsSeenFromTwoPointSixTimesOn() {
    p99("threadpool", "none", 10);

    p99("singlethreaded", "none", 26);
    assertThat(verdicts().get(1).outcome()).isEqualTo(Outcome.HELD);
    p99("singlethreaded", "none", 25);
    assertThat(verdicts().get(1).outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void lessThanATickCountsAsATick() {
    p99("threadpool", "none", 0);
    p99("singlethreaded", "none", 2);

    assertThat(verdicts().get(1).outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void betterThanAsGoodIsAsGood() {
    p99("virtual-threads", "caffeine", 2);
    assertThat(verdicts().get(2).outcome()).isEqualTo(Outcome.HELD);

    p99("virtual-threads", "caffeine", 8);
    assertThat(verdicts().get(2).outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void whoAnswersNobodyIsNotFast() {
    put("threadpool", "none", 0, 0, 10_000);
    put("virtual-threads", "caffeine", 0, 0, 10_000);

    assertThat(verdicts())
        .extracting(Verdict::about, Verdict::outcome, Verdict::found)
        .containsExactly(
            tuple(
                "all serve 166.7 requests a second, and none fails (Java evolution)",
                Outcome.NOT_HELD,
                "0.0 to 166.7 a second, 20,000 failed"),
            tuple(
                "virtual-threads, takes no part in a verdict on speed",
                Outcome.OPEN,
                "no request was answered"),
            tuple(
                "threadpool, no cache, takes no part in a verdict on speed",
                Outcome.OPEN,
                "no request was answered"));
  }

  @Test
  void whoTurnsManyAwayIsNotComparedWithOthers() {
    put("threadpool", "none", 9_989, 6, 11);

    assertThat(verdicts())
        .extracting(Verdict::found)
        .containsExactly(
            "166.7 to 166.7 a second, 11 failed",
            "P99 6.0 against 9.0 ms",
            "11 of 10,000 requests failed");
  }

  @Test
  void allAreNotAllWhileOneIsMissing() {
    results.removeIf(result -> result.run().equals(new EvolutionRun("event-loop", "none")));

    assertThat(verdicts().get(0))
        .hasToString(
            "all serve 166.7 requests a second, and none fails (Java evolution): no verdict,"
                + " because only 11 of its 12 runs are there; 166.7 to 166.7 a second, 0 failed");
  }

  @Test
  void aRunThatWasCutShortIsMissing() {
    EvolutionRun run = new EvolutionRun("singlethreaded", "none");
    results.removeIf(result -> result.run().equals(run));
    results.add(new EvolutionResult(run, false, 7, result(run, 100, 90, 1).measured()));

    assertThat(verdicts())
        .extracting(Verdict::outcome, Verdict::found)
        .containsExactly(
            tuple(
                Outcome.OPEN,
                "no verdict, because only 11 of its 12 runs are there; 166.7 to 166.7 a second, 0"
                    + " failed"),
            tuple(Outcome.HELD, "6.0 against 6.0 ms"),
            tuple(Outcome.HELD, "P99 6.0 against 9.0 ms"));
  }

  @Test
  void nothingIsSaidOfNothing() {
    assertThat(new EvolutionReport(RampUpLoad.FULL, List.of()).judged()).isEmpty();
  }

  @Test
  void aQuickLookHasFiguresAndNoVerdicts() {
    assertThat(new EvolutionReport(RampUpLoad.QUICK, results).judged())
        .hasSize(4)
        .allSatisfy(verdict -> assertThat(verdict.outcome()).isEqualTo(Outcome.OPEN))
        .first()
        .extracting(Verdict::found)
        .isEqualTo(
            "no verdict, because a quick look is too short for one; 166.7 to 166.7 a second, 0"
                + " failed");
  }

  @Test
  void anotherLoadIsNotWhatTheSeedSpokeOf() {
    assertThat(new EvolutionReport(new RampUpLoad(100, Duration.ofSeconds(1)), results).judged())
        .isEmpty();
  }

  private List<Verdict> verdicts() {
    return new EvolutionReport(RampUpLoad.FULL, results).judged();
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
