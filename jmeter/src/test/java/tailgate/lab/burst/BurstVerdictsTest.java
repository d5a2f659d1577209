package tailgate.lab.burst;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.burst.BurstSamples.BEHIND;
import static tailgate.lab.burst.BurstSamples.WELL;
import static tailgate.lab.burst.BurstSamples.result;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.burst.BurstCandidate.Role;

class BurstVerdictsTest {

  private static final String CLAIM = "- io-50ms, kept: at least 30 % less (Rust pool study): ";

  @Test
  void aRowForEachStageWithTheP99OfEachTrialAndAVerdict() {
    BurstReport report =
        report(
            result(1, Role.FIXED, 1_000_000),
            result(1, Role.ADAPTIVE, 61_300),
            result(2, Role.FIXED, 900_000),
            result(2, Role.ADAPTIVE, 59_000, 0, BEHIND));

    assertThat(report.text().lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "| io-50ms | kept | threadpool | 1000 900 | 475 | 52.0 | 86 |",
            "| io-50ms | kept | adaptive-pool | 61.3 59.0* | 30.1 | 52.0 | 86 |",
            CLAIM + "HELD: median -94 %, -94 % to -94 %, 1 trial, 1 left out",
            "- io-50ms, kept, adaptive-pool, trial 2: the generator fell behind:"
                + " 97.0 % sent in time, 0 found all connections in use");
  }

  @Test
  void aClaimHoldsIfItDoesInEveryTrial() {
    BurstReport report =
        report(
            result(1, Role.FIXED, 1_000_000),
            result(1, Role.ADAPTIVE, 100_000),
            result(1, Role.REFERENCE, 50_000),
            result(2, Role.FIXED, 1_000_000),
            result(2, Role.ADAPTIVE, 700_000),
            result(2, Role.REFERENCE, 70_000));

    assertThat(report.verdicts())
        .contains(CLAIM + "HELD: median -60 %, -90 % to -30 %, 2 trials\n");
    assertThat(report.answers().get(0).mood()).isEqualTo("good");
    assertThat(report.sections().get(0).text())
        .contains("Adaptive pool against virtual threads: P99 6.0 times as long (median).");
  }

  @Test
  void oneTrialBelowItIsEnoughForNotHeld() {
    BurstReport report =
        report(
            result(1, Role.FIXED, 1_000_000),
            result(1, Role.ADAPTIVE, 100_000),
            result(2, Role.FIXED, 1_000_000),
            result(2, Role.ADAPTIVE, 1_080_000));

    assertThat(report.verdicts()).contains(CLAIM + "not held: median -41 %, -90 % to +8 %");
    assertThat(report.answers().get(0).mood()).isEqualTo("bad");
  }

  @Test
  void aTrialWhoseGeneratorFellBehindTakesNoPart() {
    BurstReport report =
        report(
            result(1, Role.FIXED, 1_000_000),
            result(1, Role.ADAPTIVE, 2_000_000, 0, BEHIND),
            result(2, Role.FIXED, 1_000_000),
            result(2, Role.ADAPTIVE, 500_000));

    assertThat(report.verdicts()).contains(CLAIM + "HELD").contains("1 trial, 1 left out");
  }

  @Test
  void aTrialInWhichRequestsFailedTakesNoPart() {
    BurstResult refused = result(1, Role.ADAPTIVE, 1_000, 5, WELL);

    assertThat(refused.objection()).hasValue("5 of 1,005 requests failed");
    assertThat(report(result(1, Role.FIXED, 1_000_000), refused).answers().get(0).mood())
        .isEqualTo("open");
  }

  @Test
  void aTrialThatWasCutShortTakesNoPart() {
    assertThat(report(result(1, Role.FIXED, 1_000_000)).verdicts())
        .contains("- io-50ms, kept: open, no trial counts, 1 left out");
  }

  private static BurstReport report(BurstResult... results) {
    return new BurstReport(BurstPlan.FULL, List.of(results));
  }
}
