package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static tailgate.lab.compare.UserSamples.in;
import static tailgate.lab.compare.UserSamples.pool;
import static tailgate.lab.compare.UserSamples.silent;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict;
import tailgate.lab.claim.Verdict.Outcome;

class ConnectionVerdictsTest {

  private final List<VariantResult> results = new ArrayList<>();

  @Test
  void theOriginsOwnFiguresHold() {
    point(10, 31_948, 21_994);
    point(50, 31_972, 20_938);
    point(100, 31_736, 21_392);
    point(500, 26_778, 19_577);
    point(1_000, 21_531, 19_171);

    assertThat(verdicts())
        .extracting(Verdict::outcome, UserSamples::figures)
        .containsExactly(
            tuple(
                Outcome.HELD,
                "1.45 times as much with 10 users, 1.53 times as much with 50 users, 1.48 times as"
                    + " much with 100 users, 1.37 times as much with 500 users, 1.12 times as much"
                    + " with 1,000 users"),
            tuple(
                Outcome.HELD,
                "on new connections 67 % of what 50 users are served (the best of 10, 50, 100 and"
                    + " 500 users), on kept ones 87 % of what 10 users are served (the best of 10,"
                    + " 50, 100 and 500 users)"));
  }

  @Test
  void aLittleMoreIsNotHalfAsMuchAgain() {
    point(16, 13_000, 10_000);
    assertThat(verdicts()).extracting(Verdict::outcome).containsExactly(Outcome.NOT_HELD);

    results.clear();
    point(16, 14_000, 10_000);
    assertThat(verdicts()).extracting(Verdict::outcome).containsExactly(Outcome.HELD);
  }

  @Test
  void withManyUsersTheOriginHasSeenLessAndLessIsAsked() {
    point(16, 14_000, 10_000);
    point(1_000, 13_000, 11_000);
    assertThat(verdicts().get(0).outcome()).isEqualTo(Outcome.HELD);

    results.clear();
    point(16, 14_000, 10_000);
    point(1_000, 13_000, 12_500);
    assertThat(verdicts().get(0).outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void whoFallsLittleOrNotAtAllDoesNotFall() {
    point(16, 10_000, 10_000);
    point(1_000, 7_000, 10_500);
    assertThat(verdicts().get(1))
        .extracting(Verdict::outcome, UserSamples::figures)
        .containsExactly(
            Outcome.NOT_HELD,
            "on new connections 70 % of what 16 users are served (the best of 16 users), on kept"
                + " ones 105 % of what 16 users are served (the best of 16 users)");
  }

  @Test
  void aPointIsNotComparedWithItself() {
    point(1_000, 21_531, 19_171);

    assertThat(verdicts()).isEmpty();
  }

  @Test
  void whatTheOriginHasNotMeasuredSaysNothingOfIt() {
    point(1, 2_000, 3_000);
    point(500, 26_778, 19_577);
    point(1_000, 21_531, 19_171);
    assertThat(verdicts()).isEmpty();

    point(16, 31_948, 21_994);
    assertThat(verdicts())
        .extracting(Verdict::outcome, UserSamples::figures)
        .containsExactly(
            tuple(
                Outcome.HELD,
                "1.45 times as much with 16 users, 1.37 times as much with 500 users, 1.12 times as"
                    + " much with 1,000 users"),
            tuple(
                Outcome.HELD,
                "on new connections 67 % of what 16 users are served (the best of 16 and 500"
                    + " users), on kept ones 87 % of what 16 users are served (the best of 16 and"
                    + " 500 users)"));
  }

  @Test
  void whoAnswersNobodyIsNotServedLessThan() {
    results.add(pool("c-server", 16, false, 10_000, 1_000, 2_000));
    results.add(in("c-server", silent("threadpool", 16, true)));
    results.add(in("c-server", silent("threadpool", 1_000, true)));

    assertThat(verdicts())
        .extracting(UserSamples::figures)
        .allMatch(words -> words.startsWith("no "));
  }

  @Test
  void whoLeavesUsersWithoutAnAnswerIsNotStable() {
    point(500, 7_000, 9_000);
    results.add(pool("c-server", 1_000, false, 7_000, 1_000, 2_000));
    results.add(UserSamples.unanswered(pool("c-server", 1_000, true, 9_000, 1_000, 2_000), 960));

    assertThat(all())
        .filteredOn(verdict -> verdict.about().contains("stable"))
        .extracting(Verdict::outcome, UserSamples::figures)
        .containsExactlyInAnyOrder(
            tuple(
                Outcome.HELD,
                "0 failed with 500, 0 with 1,000, 0 without an answer with 500, 0 with 1,000"),
            tuple(
                Outcome.NOT_HELD,
                "0 failed with 500, 0 with 1,000, 0 without an answer with 500, 9,600 with"
                    + " 1,000"));
  }

  private void point(int users, double opened, double kept) {
    results.add(pool("c-server", users, false, opened, 1_000, 2_000));
    results.add(pool("c-server", users, true, kept, 1_000, 2_000));
  }

  /** Those on throughput. */
  private List<Verdict> verdicts() {
    return all().stream().filter(verdict -> !verdict.about().contains(" connections: it")).toList();
  }

  private List<Verdict> all() {
    return UserSamples.judged(
        "scale", results.isEmpty() ? results : UserSamples.tenBlocks(results));
  }
}
