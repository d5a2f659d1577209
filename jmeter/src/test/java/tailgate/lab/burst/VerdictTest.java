package tailgate.lab.burst;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.burst.BurstSamples.BEHIND;
import static tailgate.lab.burst.BurstSamples.WELL;
import static tailgate.lab.burst.BurstSamples.result;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.summary.Claim.Answer;

class VerdictTest {

  private static final Offset<Double> NOTHING = Offset.offset(1e-9);

  @Test
  void aClaimHoldsIfItDoesInEveryTrial() {
    Verdict verdict =
        verdict(
            result(1, Role.FIXED, 1_000_000),
            result(1, Role.ADAPTIVE, 100_000),
            result(1, Role.REFERENCE, 50_000),
            result(2, Role.FIXED, 1_000_000),
            result(2, Role.ADAPTIVE, 700_000),
            result(2, Role.REFERENCE, 70_000));

    assertThat(verdict.answer()).isEqualTo(Answer.HELD);
    assertThat(verdict.reductions()).hasSize(2);
    assertThat(verdict.reductions().get(0)).isCloseTo(0.9, NOTHING);
    assertThat(verdict.againstReference()).containsExactly(2.0, 10.0);
    assertThat(verdict).hasToString(">= 30 %: HELD (median -60 %, -90 % to -30 %, 2 trials)");
  }

  @Test
  void oneTrialBelowItIsEnoughForNotHeld() {
    Verdict verdict =
        verdict(
            result(1, Role.FIXED, 1_000_000),
            result(1, Role.ADAPTIVE, 100_000),
            result(2, Role.FIXED, 1_000_000),
            result(2, Role.ADAPTIVE, 1_080_000));

    assertThat(verdict.answer()).isEqualTo(Answer.NOT_HELD);
    assertThat(verdict.toString()).startsWith(">= 30 %: not held (median -41 %, -90 % to +8 %");
  }

  @Test
  void aTrialWhoseGeneratorFellBehindTakesNoPart() {
    Verdict verdict =
        verdict(
            result(1, Role.FIXED, 1_000_000),
            result(1, Role.ADAPTIVE, 2_000_000, 0, BEHIND),
            result(2, Role.FIXED, 1_000_000),
            result(2, Role.ADAPTIVE, 500_000));

    assertThat(verdict.answer()).isEqualTo(Answer.HELD);
    assertThat(verdict.toString()).endsWith("1 trials, 1 left out)");
  }

  @Test
  void aTrialInWhichRequestsFailedTakesNoPart() {
    BurstResult refused = result(1, Role.ADAPTIVE, 1_000, 5, WELL);

    assertThat(refused.objection()).hasValue("5 of 1,005 requests failed");
    assertThat(verdict(result(1, Role.FIXED, 1_000_000), refused).answer()).isEqualTo(Answer.OPEN);
  }

  @Test
  void aTrialThatWasCutShortTakesNoPart() {
    Verdict verdict = verdict(result(1, Role.FIXED, 1_000_000));

    assertThat(verdict).hasToString(">= 30 %: open, no trial counts, 1 left out");
  }

  private static Verdict verdict(BurstResult... results) {
    return Verdict.of("io-50ms", true, List.of(results));
  }
}
