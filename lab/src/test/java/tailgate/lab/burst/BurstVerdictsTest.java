package tailgate.lab.burst;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.burst.BurstSamples.BEHIND;
import static tailgate.lab.burst.BurstSamples.WELL;
import static tailgate.lab.burst.BurstSamples.again;
import static tailgate.lab.burst.BurstSamples.collecting;
import static tailgate.lab.burst.BurstSamples.result;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;

class BurstVerdictsTest {

  private static final String CLAIM =
      "- io-50ms, kept: in a spike an adaptive pool has a P99 at least 30 % below"
          + " that of a pool of 8 (Rust pool study: at least 30 % predicted, 8 % more measured): ";

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
            "| io-50ms | kept | threadpool | 2 | 949 | 1000 900 | 474 | 52.0 | 86 |",
            "| io-50ms | kept | adaptive-pool | 1 of 2 | 61.3 | 61.3 59.0* | 30.7 | 52.0 | 86 |",
            CLAIM
                + "FIRST IMPRESSION: -94 %, 61.3 against 1000 ms; 1 block, 1 left out; a verdict"
                + " needs 10",
            "- io-50ms, kept, adaptive-pool, block 2: the generator fell behind:"
                + " 97.0 % sent in time, 0 found all connections in use");
  }

  @Test
  void aClaimHoldsIfTheWholeIntervalSaysSo() {
    BurstReport report = tenBlocks(1_000_000, 100_000, 50_000);

    assertThat(report.verdicts())
        .contains(
            CLAIM
                + "HELD: -90 %, 100 against 1000 ms [ratio 0.10, 95 % interval 0.10 to 0.10];"
                + " 10 blocks; noise floor 0.0 %\n");
    assertThat(report.answers().get(0).mood()).isEqualTo("good");
    assertThat(report.sections().get(0).text())
        .contains("Adaptive pool against virtual threads: P99 2.0 times as long [ratio 2.00, ");
  }

  @Test
  void eightPercentMoreIsNotThirtyPercentLess() {
    BurstReport report = tenBlocks(1_000_000, 1_080_000, 50_000);

    assertThat(report.verdicts()).contains(CLAIM + "NOT HELD: +8 %");
    assertThat(report.answers().get(0).mood()).isEqualTo("bad");
  }

  private static BurstReport tenBlocks(long fixed, long adaptive, long reference) {
    List<BurstResult> results = new ArrayList<>();
    for (int block = 1; block <= 10; block++) {
      results.add(result(block, Role.FIXED, fixed));
      results.add(result(block, Role.ADAPTIVE, adaptive));
      results.add(again(result(block, Role.ADAPTIVE, adaptive)));
      results.add(result(block, Role.REFERENCE, reference));
    }
    return new BurstReport(BurstPlan.FULL, results);
  }

  @Test
  void aTrialWhoseGeneratorFellBehindTakesNoPart() {
    BurstReport report =
        report(
            result(1, Role.FIXED, 1_000_000),
            result(1, Role.ADAPTIVE, 2_000_000, 0, BEHIND),
            result(2, Role.FIXED, 1_000_000),
            result(2, Role.ADAPTIVE, 500_000));

    assertThat(report.verdicts())
        .contains(CLAIM + "FIRST IMPRESSION")
        .contains("1 block, 1 left out");
  }

  @Test
  void aTrialInWhichRequestsFailedTakesNoPart() {
    BurstResult refused = result(1, Role.ADAPTIVE, 1_000, 5, WELL);

    assertThat(refused.objection()).hasValue("5 of 1,005 requests failed");
    HtmlReport.Answer card = report(result(1, Role.FIXED, 1_000_000), refused).answers().get(0);
    assertThat(card.mood()).isEqualTo("open");
    assertThat(card.text())
        .isEqualTo("INCONCLUSIVE: no block counts, 1 left out; 5 of 1,005 requests failed");
  }

  @Test
  void aSpikeWithACollectionIsMarked() {
    BurstResult run = result(1, Role.ADAPTIVE, 12_000);
    long begins = run.startEpochMillis() + BurstPlan.FULL.spikeBegins(1).toMillis();

    assertThat(report(collecting(run, begins)).text()).contains(" 12.0g ", "g behind the P99");
    assertThat(report(collecting(run, begins + 1_014)).text()).contains(" 12.0g ");
    assertThat(report(collecting(run, begins - 1)).text()).contains(" 12.0 ");
    assertThat(report(collecting(run, begins + 1_015)).text())
        .contains(" 12.0 ")
        .doesNotContain("g behind the P99");
  }

  @Test
  void poolsOfOtherSizesHaveOtherColours() {
    BurstReport report = report(result(1, Role.FIXED, 1_000_000), result(1, Role.FIXED_64, 52_000));

    assertThat(report.sections().get(0).charts().get(1).series())
        .extracting(Chart.Series::hue)
        .containsExactly("threadpool", "threadpool of 64");
  }

  @Test
  void aTrialThatWasCutShortTakesNoPart() {
    assertThat(report(result(1, Role.FIXED, 1_000_000)).verdicts())
        .contains("- io-50ms, kept: INCONCLUSIVE: no block counts, 1 left out");
  }

  private static BurstReport report(BurstResult... results) {
    return new BurstReport(BurstPlan.FULL, List.of(results));
  }
}
