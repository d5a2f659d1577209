package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static tailgate.lab.choose.Samples.arm;
import static tailgate.lab.choose.Samples.result;

import java.util.List;
import org.junit.jupiter.api.Test;

class StandingTest {

  @Test
  void ofSeveralSizesOfAPoolTheBetterOneStandsForTheStage() {
    ChooseReport report =
        new ChooseReport(
            Samples.plan(List.of("threadpool"), Pace.FULL),
            List.of(
                result(
                    arm("threadpool", 100, false, 4_900), arm("threadpool", 1_256, true, 11_900))));

    assertThat(report.standings())
        .extracting(Standing::workers, Standing::perSecond)
        .containsExactly(tuple(1_256, 11_900.0));
  }

  @Test
  void thoseThatCannotBeToldApartShareARank() {
    List<Standing> all =
        List.of(at("a", 1_000), at("b", 700), at("c", 950), at("d", 660), at("e", 100));

    assertThat(all.stream().map(one -> one.rankAmong(all))).containsExactly(1, 3, 1, 3, 5);
  }

  @Test
  void rangesThatOverlapAreNoDifference() {
    Standing wide = new Standing("wide", null, 700, 600, 1_001, false, false, 0.1);

    assertThat(at("a", 1_000).isAheadOf(wide)).isFalse();
    assertThat(at("a", 1_000).isAheadOf(at("b", 700))).isTrue();
  }

  @Test
  void nobodyIsAheadOfAStageThatTheGeneratorEnded() {
    Standing ended = new Standing("ended", null, 500, 500, 500, true, false, 0.1);

    assertThat(at("a", 1_000).isAheadOf(ended)).isFalse();
    assertThat(ended.isAheadOf(at("b", 400))).isTrue();
    assertThat(ended).hasToString("> 500");
  }

  private static Standing at(String stage, double perSecond) {
    return new Standing(stage, null, perSecond, perSecond, perSecond * 1.02, false, false, 0.1);
  }
}
