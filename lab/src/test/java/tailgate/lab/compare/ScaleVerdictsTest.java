package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static tailgate.lab.compare.UserSamples.in;
import static tailgate.lab.compare.UserSamples.pool;
import static tailgate.lab.compare.UserSamples.result;
import static tailgate.lab.compare.UserSamples.silent;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict;
import tailgate.lab.claim.Verdict.Outcome;

class ScaleVerdictsTest {

  private static final VariantResult AT_4 = pool("rust-pool", 4, false, 2_701, 900, 5_300);
  private static final VariantResult AT_16 = pool("rust-pool", 16, false, 7_487, 2_000, 5_700);
  private static final VariantResult AT_64 = pool("rust-pool", 64, false, 5_690, 10_000, 35_400);
  private static final VariantResult AT_128 = pool("rust-pool", 128, false, 6_290, 19_300, 32_700);

  @Test
  void theOriginsOwnFiguresHold() {
    assertThat(verdicts(AT_4, AT_16, AT_64, AT_128))
        .extracting(Verdict::outcome, UserSamples::figures)
        .containsExactly(
            tuple(
                Outcome.HELD,
                "7,487 a second, and 6,290 at 128 users (the best of 4, 64 and 128 users)"),
            tuple(
                Outcome.HELD,
                "up to 5.3 ms with at most 4, 5.7 to 5.7 ms with 8 to 32, 32.7 to 35.4 ms from 64"
                    + " on"),
            tuple(Outcome.HELD, "35.4 against 5.7 ms, 6.2 times"),
            tuple(Outcome.HELD, "19.3 ms with 128"));
  }

  @Test
  void othersDoNot() {
    assertThat(
            verdicts(
                AT_4,
                pool("rust-pool", 16, false, 5_000, 2_000, 12_000),
                pool("rust-pool", 64, false, 5_500, 10_000, 44_000),
                pool("rust-pool", 128, false, 5_400, 20_100, 40_000)))
        .extracting(Verdict::outcome, UserSamples::figures)
        .containsExactly(
            tuple(
                Outcome.NOT_HELD,
                "5,000 a second, and 5,500 at 64 users (the best of 4, 64 and 128 users)"),
            tuple(
                Outcome.NOT_HELD,
                "up to 5.3 ms with at most 4, 12.0 to 12.0 ms with 8 to 32, 40.0 to 44.0 ms from 64"
                    + " on"),
            tuple(Outcome.NOT_HELD, "44.0 against 12.0 ms, 3.7 times"),
            tuple(Outcome.NOT_HELD, "20.1 ms with 128"));
  }

  @Test
  void aPoolThatDecidesInEachSubmitIsHeldAgainstTheFixedOneAndAgainstOneWithAMonitor() {
    assertThat(
            verdicts(
                in("rust-burst", result("threadpool", 100, false, 7_000, 13_000, 40_000, 0)),
                in("rust-burst", result("adaptive-pool", 100, false, 6_900, 14_000, 41_000, 0)),
                in("rust-submit", result("adaptive-pool", 100, false, 6_555, 15_000, 44_000, 0))))
        .extracting(Verdict::outcome, UserSamples::figures)
        .containsExactly(
            tuple(Outcome.HELD, "+10.0 %, 44.0 against 40.0 ms"),
            tuple(Outcome.OPEN, "+7.3 %, 44.0 against 41.0 ms"),
            tuple(Outcome.OPEN, "6,555 against 6,900 a second, 95.0 %"));
  }

  @Test
  void aPeakHasTwoSides() {
    assertThat(verdicts(AT_16)).isEmpty();
    assertThat(verdicts(AT_4, AT_16)).isEmpty();
    assertThat(verdicts(AT_16, AT_64))
        .extracting(UserSamples::figures)
        .noneMatch(f -> f.contains("the best of"));
    assertThat(verdicts(AT_4, AT_64)).isEmpty();
    assertThat(verdicts(AT_4, in("rust-pool", silent("threadpool", 16, false)), AT_64))
        .extracting(UserSamples::figures)
        .containsExactly(
            "no block counts, 10 left out",
            "no block counts, 10 left out",
            "no block counts, 10 left out",
            "no request was answered, and so in 9 more blocks");
  }

  @Test
  void aRunThatAnsweredNobodyHasNoShortTail() {
    assertThat(
            verdicts(
                in("rust-pool", silent("threadpool", 16, false)),
                AT_64,
                in("rust-pool", silent("threadpool", 128, false))))
        .extracting(Verdict::toString)
        .allMatch(
            line -> line.contains("INCONCLUSIVE: no block counts") || line.contains("takes no"))
        .contains(
            "rust-pool: threadpool, 128 users, new connections, takes no part in a verdict on"
                + " speed: no request was answered, and so in 9 more blocks");
  }

  @Test
  void norHasOneThatTurnedManyAway() {
    assertThat(
            verdicts(
                AT_16, in("rust-pool", result("threadpool", 64, false, 200, 10_000, 35_400, 2))))
        .extracting(UserSamples::figures)
        .containsExactly(
            "no block counts, 10 left out", "2 of 1,002 requests failed, and so in 9 more blocks");
  }

  @Test
  void aClaimIsJudgedByTheNoiseOfItsOwnPartAlone() {
    List<VariantResult> results = new ArrayList<>();
    results.addAll(UserSamples.tenBlocks(List.of(AT_16, AT_4, AT_64, AT_128)));
    for (int block = 1; block <= 10; block++) { // two equal servers that differ
      VariantResult one = pool("c-server", 10, true, 1_000, 1_000, 2_000);
      results.add(UserSamples.inBlock(block, false, one));
      results.add(
          UserSamples.inBlock(block, true, pool("c-server", 10, true, 2_000, 1_000, 2_000)));
    }

    assertThat(UserSamples.judged("scale", results))
        .filteredOn(verdict -> verdict.about().startsWith("a pool of 8"))
        .extracting(Verdict::outcome)
        .containsExactly(Outcome.HELD);
  }

  private static List<Verdict> verdicts(VariantResult... results) {
    return UserSamples.judged("scale", UserSamples.tenBlocks(List.of(results)));
  }
}
