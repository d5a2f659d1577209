package tailgate.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Figures;
import tailgate.lab.load.PercentileCurve;
import tailgate.lab.report.Page;

class SweepReportTest {

  private final Sweep sweep =
      Sweep.SCALE.with(List.of("singlethreaded", "threadpool"), List.of(10, 1_000));

  private final List<SweepResult> results =
      sweep.runs().stream().filter(SweepRun::keepAlive).map(SweepReportTest::result).toList();

  @Test
  void stagesTakeTurnsAtEachNumberOfUsers() {
    assertThat(sweep.runs())
        .extracting(SweepRun::folder)
        .startsWith("keep-alive/10/singlethreaded", "keep-alive/10/threadpool")
        .endsWith("close/1000/threadpool")
        .hasSize(8);
  }

  @Test
  void aServerOfOneConnectionAtATimeGetsANewOneForEachRequest() {
    assertThat(new SweepRun("singlethreaded", 10, true).reuses()).isFalse();
    assertThat(new SweepRun("threadpool", 10, true).reuses()).isTrue();
  }

  @Test
  void aRowForEachRun() {
    assertThat(new SweepReport(sweep, results).toString().replaceAll(" +", " "))
        .contains(
            "| threadpool | kept | 1,000 | 4,321.0 | 7 | 1.5 | 120 | 250 | 300 | 0.85 | 92 | 117"
                + " |");
  }

  @Test
  void thePageHasCurvesOfTheMostUsersAndFiguresByUsers() {
    Page page = new SweepReport(sweep, results).page(List.of());

    assertThat(page.sections()).hasSize(1); // there are no results of new connections
    assertThat(page.sections().get(0).charts()).hasSize(4);
    assertThat(page.sections().get(0).charts().get(0).title())
        .isEqualTo("Latency with 1,000 users");
    assertThat(page.sections().get(0).charts().get(0).series()).hasSize(2);
  }

  private static SweepResult result(SweepRun run) {
    return new SweepResult(
        run,
        4_321,
        new Figures(10_000, 7, 1_500, 120_000, 130_000, 250_000, 280_000, 300_000),
        Collections.nCopies(PercentileCurve.LEVELS.size(), 1_500L),
        0.85,
        92.4,
        117);
  }
}
