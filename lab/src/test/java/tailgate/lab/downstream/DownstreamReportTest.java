package tailgate.lab.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.downstream.DownstreamSamples.BOUNDED;
import static tailgate.lab.downstream.DownstreamSamples.UNBOUNDED;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.downstream.DownstreamArm.Bounding;
import tailgate.lab.load.JsonFiles;

/** What is said of results that are made up. */
class DownstreamReportTest {

  private static DownstreamReport report(List<DownstreamResult> results) {
    return new DownstreamReport(DownstreamSamples.plan(10), results);
  }

  /** With the A/A arm, without which there is no verdict. */
  private static List<DownstreamResult> bounded(double perSecond, double ceiling) {
    List<DownstreamResult> all =
        new ArrayList<>(DownstreamSamples.results(BOUNDED, Bounding.BOUNDED, perSecond, ceiling));
    for (int block = 1; block <= 10; block++) {
      double noise = 1 + (block % 2 - 0.5) * 0.002;
      all.add(
          DownstreamSamples.result(
              new DownstreamRun(BOUNDED, block, true),
              Bounding.BOUNDED,
              perSecond * noise,
              ceiling * noise));
    }
    return all;
  }

  @Test
  void aBoundedArmThatKeepsMostOfTheBackEndHolds() {
    assertThat(report(bounded(390, 398)).verdicts())
        .contains("HELD: 390 of 398 a second, 98 %")
        .doesNotContain("NOT HELD");
  }

  @Test
  void aBoundedArmThatLosesMoreDoesNotHold() {
    assertThat(report(bounded(360, 398)).verdicts()).contains("NOT HELD: 360 of 398 a second");
  }

  @Test
  void ofAnUnboundedArmNothingIsClaimed() {
    assertThat(report(DownstreamSamples.results(UNBOUNDED, Bounding.UNBOUNDED, 20, 398)).verdicts())
        .contains("20 of 398 a second, 5 %")
        .doesNotContain("HELD");
  }

  @Test
  void aBackEndThatIsNotWhatItShouldBeLeavesNoVerdict() {
    String verdicts = report(bounded(360, 370)).verdicts();

    assertThat(verdicts)
        .contains("no block counts")
        .contains("takes no part in a verdict: the back end itself answered 370 a second, and");
  }

  @Test
  void theTableHasWhatWasLost() {
    List<List<String>> table =
        report(DownstreamSamples.results(UNBOUNDED, Bounding.UNBOUNDED, 20, 400)).table();

    assertThat(table).hasSize(2);
    assertThat(table.get(1))
        .startsWith(UNBOUNDED, "10")
        .contains("25 ±0.0 %")
        .hasSameSizeAs(table.get(0));
  }

  @Test
  void aResultIsTheSameAfterItWasWritten() throws Exception {
    DownstreamResult result = bounded(390, 398).get(0);

    assertThat(JsonFiles.read(JsonFiles.tree(result), DownstreamResult.class)).isEqualTo(result);
  }
}
