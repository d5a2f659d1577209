package tailgate.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.PercentileCurve;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.summary.Claim;

class SweepClaimsTest {

  @Test
  void aThreadEachIsMeasuredAgainstOneThread() {
    List<SweepResult> results =
        List.of(
            result("singlethreaded", 500, true, 9.95, 8_840_000, 13_000_000, 0),
            result("thread-per-request", 500, true, 4_778, 100_250, 110_000, 0));

    assertThat(SweepClaims.of(Sweep.SLOW_HANDLER, results))
        .extracting(Claim::toString)
        .containsExactly(
            "one thread answers 10 requests a second (002: 9.95): HELD: 9.95",
            "a thread for each connection answers 480 times as much, in little more than 100 ms"
                + " (002: 4,778 a second): HELD: 4,778 a second, 480 times as much, half of them"
                + " within 100 ms");
  }

  @Test
  void theSeedsOwnFiguresHoldAndOthersDoNot() {
    List<SweepResult> seeds =
        List.of(
            result("threadpool", 16, false, 7_487, 2_000, 5_700, 0),
            result("threadpool", 64, false, 5_690, 10_000, 35_400, 0),
            result("threadpool", 128, false, 6_290, 19_300, 32_700, 0));
    assertThat(SweepClaims.of(Sweep.SCALE, seeds))
        .extracting(Claim::answer)
        .containsOnly(Claim.Answer.HELD)
        .hasSize(3);

    List<SweepResult> others =
        List.of(
            result("threadpool", 16, false, 5_000, 2_000, 9_000, 0),
            result("threadpool", 64, false, 5_500, 10_000, 20_000, 0),
            result("threadpool", 128, false, 5_400, 20_000, 40_000, 0));
    assertThat(SweepClaims.of(Sweep.SCALE, others))
        .extracting(Claim::answer)
        .containsOnly(Claim.Answer.NOT_HELD)
        .hasSize(3);
  }

  @Test
  void newConnectionsAreMeasuredAgainstKeptOnesAndTheMostUsersAgainstTheBest() {
    List<SweepResult> seeds =
        List.of(
            result("threadpool", 10, true, 21_994, 455, 455, 0),
            result("threadpool", 1_000, true, 19_171, 52_162, 52_162, 0),
            result("threadpool", 10, false, 31_948, 313, 313, 0),
            result("threadpool", 1_000, false, 21_530, 46_445, 46_445, 0));

    assertThat(SweepClaims.of(Sweep.SCALE, seeds))
        .extracting(Claim::answer, Claim::found)
        .containsExactly(
            tuple(Claim.Answer.HELD, "112 to 145 % of what it serves on kept ones"),
            tuple(Claim.Answer.HELD, "33 % less and 13 % less"));
  }

  @Test
  void whoAnswersInTimeIsCountedUntilTheFirstThatDoesNot() {
    List<SweepResult> results =
        List.of(
            result("virtual-threads", 1_000, true, 990, 1_000_000, 1_010_000, 0),
            result("virtual-threads", 2_500, true, 2_490, 1_000_000, 1_400_000, 0),
            result("virtual-threads", 5_000, true, 4_000, 1_000_000, 1_600_000, 0),
            result("threadpool", 1_000, true, 100, 1_000_000, 1_400_000, 1));

    assertThat(SweepClaims.of(Sweep.FAN_OUT, results))
        .extracting(Claim::answer, Claim::found)
        .containsExactly(
            tuple(Claim.Answer.OPEN, "up to 2,500 users"),
            tuple(Claim.Answer.OPEN, "for none of these numbers of users"));
  }

  @Test
  void nothingIsSaidOfAHandlerOfSomebodysOwn() {
    Sweep own = Sweep.SLOW_HANDLER.answeredBy("Mine", List.of("--handler", "Mine"));

    assertThat(SweepClaims.of(own, List.of(result("singlethreaded", 500, true, 9.95, 1, 1, 0))))
        .isEmpty();
  }

  private static SweepResult result(
      String stage, int users, boolean kept, double perSecond, long p50, long p99, long failed) {
    SweepRun run = new SweepRun(stage, users, kept);
    List<Long> none = List.of();
    return new SweepResult(
        run,
        new Measurement(
            run.name(),
            stage,
            perSecond,
            new Figures(1_000, failed, p50, p99, p99, p99, p99, p99),
            Collections.nCopies(PercentileCurve.LEVELS.size(), p50),
            0,
            5_000,
            new Timeline(100, none, none, none, none, none),
            null,
            ServerView.NOTHING));
  }
}
