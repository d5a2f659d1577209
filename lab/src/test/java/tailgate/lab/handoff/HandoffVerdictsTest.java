package tailgate.lab.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict;
import tailgate.lab.claim.Verdict.Outcome;

class HandoffVerdictsTest {

  private final List<HandoffResult> results = new ArrayList<>();

  @Test
  void slightlyFasterIsHeldIfTheWholeIntervalSaysSo() {
    for (int block = 1; block <= 10; block++) {
      trial(block, 10_000, 10_500 + block);
      results.add(twin(block, 10_000));
    }

    assertThat(verdict())
        .hasToString(
            "16 workers: waiting as on a futex is slightly faster than on conditions (futex study):"
                + " HELD: park served 105 % of what lock did [ratio 1.05, 95 % interval 1.05 to"
                + " 1.05]; 10 blocks; noise floor 0.0 %");
  }

  @Test
  void muchFasterIsNotSlightlyFaster() {
    for (int block = 1; block <= 10; block++) {
      trial(block, 10_000, 12_000 + block);
      results.add(twin(block, 10_000));
    }

    assertThat(verdict().outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void theOriginsOwnThreeTestsTellNothing() {
    trial(1, 4_517, 7_103);
    trial(2, 6_082, 6_547);
    trial(3, 6_217, 6_919);

    assertThat(verdict().outcome()).isEqualTo(Outcome.FIRST_IMPRESSION);
  }

  private static HandoffResult twin(int block, double perSecond) {
    HandoffResult result = HandoffSamples.result("lock", 16, block, perSecond);
    return new HandoffResult(new HandoffRun("lock", 16, block, true, true), result.measured());
  }

  @Test
  void aBlockInWhichOneOfTheTwoDoesNotCountIsLeftOut() {
    trial(1, 10_000, 10_100);
    results.add(HandoffSamples.result("lock", 16, 2, 10_000, 1));
    results.add(HandoffSamples.result("park", 16, 2, 1));

    assertThat(verdict().found()).endsWith("1 block, 1 left out; a verdict needs 10");
  }

  @Test
  void withoutABlockThatCountsItIsInconclusive() {
    results.add(HandoffSamples.result("lock", 16, 1, 10_000, 1));
    results.add(HandoffSamples.result("park", 16, 1, 10_000));

    assertThat(verdict().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict().toString()).endsWith(": no block counts, 1 left out");
  }

  @Test
  void eachNumberOfWorkersHasItsOwnAndNothingIsSaidOfWhatWasNotTried() {
    trial(1, 10_000, 10_100);
    results.add(HandoffSamples.result("lock", 32, 1, 10_000));
    results.add(HandoffSamples.result("semaphores", 32, 1, 9_000));

    assertThat(verdicts())
        .extracting(Verdict::about)
        .containsExactly(
            "16 workers: waiting as on a futex is slightly faster than on conditions (futex study)",
            "32 workers, new connections: semaphores or conditions? (C server: has both, and no"
                + " figure)");
    assertThat(verdicts().get(1).outcome())
        .as("nobody has claimed anything")
        .isEqualTo(Outcome.OPEN);
    assertThat(verdicts().get(1).toString()).contains("semaphores served 90 % of what lock did");
  }

  private void trial(int number, double lock, double park) {
    results.add(HandoffSamples.result("lock", 16, number, lock));
    results.add(HandoffSamples.result("park", 16, number, park));
  }

  private Verdict verdict() {
    return verdicts().get(0);
  }

  private List<Verdict> verdicts() {
    return new HandoffReport(HandoffPlan.FULL, results).judged();
  }
}
