package tailgate.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static tailgate.lab.sweep.SweepSamples.pool;
import static tailgate.lab.sweep.SweepSamples.result;
import static tailgate.lab.sweep.SweepSamples.silent;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.summary.Claim;
import tailgate.lab.summary.Claim.Answer;

class ScaleClaimsTest {

  private static final SweepResult AT_4 = pool(4, false, 2_701, 900, 5_300);
  private static final SweepResult AT_16 = pool(16, false, 7_487, 2_000, 5_700);
  private static final SweepResult AT_64 = pool(64, false, 5_690, 10_000, 35_400);
  private static final SweepResult AT_128 = pool(128, false, 6_290, 19_300, 32_700);

  @Test
  void theSeedsOwnFiguresHold() {
    assertThat(claims(AT_4, AT_16, AT_64, AT_128))
        .extracting(Claim::answer, Claim::found)
        .containsExactly(
            tuple(
                Answer.HELD,
                "most at 16 users, 7,487 a second; measured with 4, 16, 64 and 128 users"),
            tuple(Answer.HELD, "35.4 against 5.7 ms, 6.2 times"),
            tuple(Answer.HELD, "19.3 ms with 128"));
  }

  @Test
  void othersDoNot() {
    assertThat(
            claims(
                AT_4,
                pool(16, false, 5_000, 2_000, 9_000),
                pool(64, false, 5_500, 10_000, 44_000),
                pool(128, false, 5_400, 20_000, 40_000)))
        .extracting(Claim::answer, Claim::found)
        .containsExactly(
            tuple(
                Answer.NOT_HELD,
                "most at 64 users, 5,500 a second; measured with 4, 16, 64 and 128 users"),
            tuple(Answer.NOT_HELD, "44.0 against 9.0 ms, 4.9 times"),
            tuple(Answer.NOT_HELD, "20.0 ms with 128"));
  }

  @Test
  void aPeakHasTwoSides() {
    assertThat(claims(AT_16)).isEmpty();
    assertThat(claims(AT_4, AT_16)).isEmpty();
    assertThat(claims(AT_16, AT_64)).extracting(Claim::found).noneMatch(f -> f.startsWith("most"));
    assertThat(claims(AT_4, AT_64)).isEmpty();
    assertThat(claims(AT_4, silent("threadpool", 16, false), AT_64))
        .extracting(Claim::found)
        .containsExactly("no request was answered");
  }

  @Test
  void aRunThatAnsweredNobodyHasNoShortTail() {
    assertThat(claims(silent("threadpool", 16, false), AT_64, silent("threadpool", 128, false)))
        .extracting(Claim::toString)
        .containsExactly(
            "threadpool, 16 users, new connections, takes no part in a verdict on speed: no request"
                + " was answered",
            "threadpool, 128 users, new connections, takes no part in a verdict on speed: no"
                + " request was answered");
  }

  @Test
  void norHasOneThatTurnedManyAway() {
    assertThat(claims(AT_16, result("threadpool", 64, false, 200, 10_000, 35_400, 2)))
        .extracting(Claim::found)
        .containsExactly("2 of 1,002 requests failed");
  }

  private static List<Claim> claims(SweepResult... results) {
    return SweepClaims.of(SweepPlan.SCALE, List.of(results));
  }
}
