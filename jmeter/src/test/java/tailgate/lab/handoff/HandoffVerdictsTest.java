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
  void slightlyFasterIsHeldIfItWasSoInEachTrial() {
    trial(1, 10_000, 10_100);
    trial(2, 20_000, 21_000);
    trial(3, 10_000, 11_000);

    assertThat(verdict().outcome()).isEqualTo(Outcome.HELD);
    assertThat(verdict())
        .hasToString(
            "16 workers: waiting as on a futex is slightly faster than on conditions (futex study):"
                + " HELD: park served 105 % of what lock did (median; 101 % to 110 %; 3 trials)");
  }

  @Test
  void itIsNotHeldIfItWasOtherwiseInOneTrial() {
    trial(1, 10_000, 11_000);
    trial(2, 10_000, 9_900);

    assertThat(verdict().outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void muchFasterIsNotSlightlyFaster() {
    trial(1, 10_000, 12_000);

    assertThat(verdict().outcome()).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void aTrialInWhichOneOfTheTwoDoesNotCountIsLeftOut() {
    trial(1, 10_000, 10_100);
    results.add(HandoffSamples.result("lock", 16, 2, 10_000, 1));
    results.add(HandoffSamples.result("park", 16, 2, 1));

    assertThat(verdict().found()).endsWith("1 trial, 1 left out)");
  }

  @Test
  void withoutATrialThatCountsItIsOpen() {
    results.add(HandoffSamples.result("lock", 16, 1, 10_000, 1));
    results.add(HandoffSamples.result("park", 16, 1, 10_000));

    assertThat(verdict().outcome()).isEqualTo(Outcome.OPEN);
    assertThat(verdict().toString()).endsWith(": open, no trial counts, 1 left out");
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
            "32 workers: semaphores or conditions? (C server: has both, and no figure)");
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
