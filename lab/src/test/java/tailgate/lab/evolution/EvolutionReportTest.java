package tailgate.lab.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.load.Health;
import tailgate.lab.report.Chart.Series;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Measurements;

class EvolutionReportTest {

  private static final RampUpLoad LOAD = new RampUpLoad(100, Duration.ofSeconds(1));

  private final EvolutionReport report =
      new EvolutionReport(
          LOAD,
          List.of(
              result("threadpool", "caffeine", new Measurements().stats("queued", 0.0, 1.0)),
              result("event-loop", "caffeine", new Measurements()),
              result("threadpool", "none", new Measurements().failed(5, 20)),
              result("event-loop", "none", new Measurements())));

  @Test
  void allRunsAreInOneTableAndInOneChart() {
    HtmlReport page = report.page();

    assertThat(page.table())
        .extracting(row -> row.get(0))
        .containsExactly(
            "stage", "threadpool", "event-loop", "threadpool, no cache", "event-loop, no cache");
    assertThat(page.sections().get(0).charts().get(0).series())
        .extracting(Series::hue, Series::dashed)
        .hasToString(
            "[(\"threadpool\", false), (\"event-loop\", false),"
                + " (\"threadpool\", true), (\"event-loop\", true)]");
  }

  @Test
  void eachStageHasItsSectionWithAParagraphForEachCache() {
    HtmlReport.Section section = report.page().sections().get(1);

    assertThat(section.title()).isEqualTo("threadpool");
    assertThat(section.text().lines())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("Cache caffeine: Nothing broke. "),
            second ->
                assertThat(second)
                    .startsWith(
                        "No cache: First, at 0.5 s, the first request failed, of 20 in all."));
    assertThat(section.charts().get(0).series())
        .extracting(Series::name)
        .containsExactly("cache caffeine", "no cache");
  }

  @Test
  void theCardOfAStageIsOfItsWorstRun() {
    assertThat(report.page().answers())
        .containsExactly(
            new HtmlReport.Answer(
                "threadpool",
                "bad",
                "no cache: First, at 0.5 s, the first request failed, of 20 in all."),
            new HtmlReport.Answer("event-loop", "good", "Nothing broke."));
  }

  @Test
  void aRunWhoseGeneratorFellBehindHasNoPartInAVerdict() {
    Measurements late = new Measurements().health(new Health(100, 100, 0, 50, 30_000, 90_000));
    EvolutionReport full =
        new EvolutionReport(
            RampUpLoad.FULL,
            List.of(
                result("singlethreaded", "none", late),
                result("threadpool", "none", new Measurements())));

    assertThat(full.digest())
        .contains("INCONCLUSIVE: no block counts, 1 left out")
        .contains("singlethreaded, no cache, takes no part in a verdict: the generator fell behind")
        .doesNotContain("HELD");
  }

  @Test
  void saysHowFarToTrustIt() {
    assertThat(report.remarks())
        .anyMatch(remark -> remark.contains("100.0 arrivals/s, and at most 7 users alive at once"))
        .anyMatch(remark -> remark.contains("whole milliseconds"))
        .anyMatch(remark -> remark.contains("Each run was made once"));
  }

  private static EvolutionResult result(String stage, String cache, Measurements measurements) {
    EvolutionRun run = new EvolutionRun(stage, cache);
    return new EvolutionResult(run, true, 7, measurements.of(run.name(), stage));
  }
}
