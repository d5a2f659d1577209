package tailgate.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Measurements;

class SweepReportTest {

  private final SweepPlan sweep =
      SweepPlan.SCALE.with(List.of("singlethreaded", "threadpool"), List.of(10, 1_000));

  private final SweepReport report =
      new SweepReport(
          sweep,
          sweep.runs().stream().filter(SweepRun::keepAlive).map(SweepReportTest::result).toList());

  @Test
  void stagesTakeTurnsAtEachNumberOfUsers() {
    assertThat(sweep.runs())
        .extracting(SweepRun::folder)
        .startsWith("singlethreaded/keep-alive/10", "threadpool/keep-alive/10")
        .endsWith("threadpool/close/1000")
        .hasSize(8);
  }

  @Test
  void aServerOfOneConnectionAtATimeGetsANewOneForEachRequest() {
    assertThat(new SweepRun("singlethreaded", 10, true).reuses()).isFalse();
    assertThat(new SweepRun("threadpool", 10, true).reuses()).isTrue();
  }

  @Test
  void aRowForEachRun() {
    assertThat(report.text().replaceAll(" +", " "))
        .contains(
            "| threadpool, 1,000 users | 100.0 | 7 (6.54 %) | 2.0 | 2.0 | 2.0 | 3.0 | – | 2.0 |"
                + " 5.61 | 92 | – |",
            "- threadpool, 1,000 users: First, at 0.5 s, the first request failed, of 7 in all.");
  }

  @Test
  void aDocumentGetsAColumnForEachNumberOfUsers() {
    assertThat(report.digest().replaceAll(" +", " "))
        .contains(
            """
            Connections kept:

            | figure | stage | 10 users | 1,000 users |
            """,
            """
            | answers/s | singlethreaded | 100 | 100 |
            | | threadpool | 100 | 100 |
            | P50 ms |\
            """,
            "| | threadpool | 5.61 | 5.61 |",
            "| failed | singlethreaded | 7 | 7 |")
        .doesNotContain("A new connection each", "First, at");
  }

  @Test
  void thePageHasCurvesOfTheMostUsersAndFiguresByUsers() {
    HtmlReport page = report.page();

    assertThat(page.sections()).hasSize(1); // there are no results of new connections
    assertThat(page.sections().get(0).charts())
        .extracting(Chart::title)
        .containsExactly(
            "Latency with 1,000 users",
            "Answers",
            "Latency, P99",
            "Memory of the server",
            "Slowest answer of each 100 ms",
            "Processor time of the server");
    assertThat(page.sections().get(0).charts().get(0).series())
        .extracting(Chart.Series::name)
        .containsExactly("singlethreaded", "threadpool");
  }

  private static SweepResult result(SweepRun run) {
    return new SweepResult(
        run,
        new Measurements()
            .failed(5, 7)
            .kernel("cpu", 0.6, 0.6)
            .kernel("rss", 92.4, 80.0)
            .of(run.name(), run.stage()));
  }
}
