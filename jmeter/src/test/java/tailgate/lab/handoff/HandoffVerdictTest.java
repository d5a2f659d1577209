package tailgate.lab.handoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.handoff.HandoffVerdict.Claim;
import tailgate.lab.summary.Claim.Answer;

class HandoffVerdictTest {

  private final List<HandoffResult> results = new ArrayList<>();

  @Test
  void slightlyFasterIsHeldIfItWasSoInEachTrial() {
    trial(1, 10_000, 10_100);
    trial(2, 20_000, 21_000);
    trial(3, 10_000, 11_000);

    assertThat(verdict().answer()).isEqualTo(Answer.HELD);
    assertThat(verdict())
        .hasToString(
            "waiting as on a futex is slightly faster than on conditions (003): HELD, park served"
                + " 105 % of what lock did (median; 101 % to 110 %; 3 trials)");
  }

  @Test
  void itIsNotHeldIfItWasOtherwiseInOneTrial() {
    trial(1, 10_000, 11_000);
    trial(2, 10_000, 9_900);

    assertThat(verdict().answer()).isEqualTo(Answer.NOT_HELD);
  }

  @Test
  void muchFasterIsNotSlightlyFaster() {
    trial(1, 10_000, 12_000);

    assertThat(verdict().answer()).isEqualTo(Answer.NOT_HELD);
  }

  @Test
  void aTrialInWhichOneOfTheTwoDoesNotCountIsLeftOut() {
    trial(1, 10_000, 10_100);
    results.add(HandoffSamples.result("lock", 16, 2, 10_000, 1));
    results.add(HandoffSamples.result("park", 16, 2, 1));

    assertThat(verdict().gains()).hasSize(1);
  }

  @Test
  void withoutATrialThatCountsItIsOpen() {
    results.add(HandoffSamples.result("lock", 16, 1, 10_000, 1));
    results.add(HandoffSamples.result("park", 16, 1, 10_000));

    assertThat(verdict().answer()).isEqualTo(Answer.OPEN);
    assertThat(verdict().toString()).endsWith(": open, no trial counts");
  }

  @Test
  void eachNumberOfWorkersHasItsOwnAndNothingIsSaidOfWhatWasNotTried() {
    trial(1, 10_000, 10_100);
    results.add(HandoffSamples.result("lock", 32, 1, 10_000));
    results.add(HandoffSamples.result("semaphores", 32, 1, 9_000));

    assertThat(HandoffVerdict.all(results))
        .extracting(HandoffVerdict::claim, HandoffVerdict::workers)
        .containsExactly(tuple(Claim.FUTEX, 16), tuple(Claim.SEMAPHORES, 32));
    assertThat(HandoffVerdict.all(results).get(1).answer())
        .as("nobody has claimed anything")
        .isEqualTo(Answer.OPEN);
    assertThat(HandoffVerdict.all(results).get(1).toString())
        .contains("semaphores served 90 % of what lock did");
  }

  private void trial(int number, double lock, double park) {
    results.add(HandoffSamples.result("lock", 16, number, lock));
    results.add(HandoffSamples.result("park", 16, number, park));
  }

  private HandoffVerdict verdict() {
    return HandoffVerdict.all(results).get(0);
  }
}
