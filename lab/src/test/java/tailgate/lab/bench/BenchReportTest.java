package tailgate.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Fact;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.HtmlReport;

/** From results as JMH 1.37 writes them: bars of one suite, curves of another. */
class BenchReportTest {

  private static final List<Fact> FACTS = List.of(new Fact("machine", "a machine"));

  private BenchReport report = new BenchReport(List.of());

  @BeforeEach
  void read() throws Exception {
    URL file = Objects.requireNonNull(getClass().getResource("results.json"));
    report =
        new BenchReport(List.of(JsonFiles.read(Path.of(file.toURI()), BenchmarkResult[].class)));
  }

  @Test
  void aRowForEachScoreWithItsErrorAndItsGarbage() {
    assertThat(text())
        .contains(
            "## ResponseBenchmark, average time",
            "| benchmark | ask | metrics | threads | score | ± | unit | B/op |",
            "| respond | HIT | OFF | 1 | 312.5 | 4.250 | ns/op | 0.0 |",
            "| respond | HIT | ON | 1 | 402.0 | 8.500 | ns/op | - |",
            "| respond | NOT_FOUND | OFF | 1 | 12,346 | - | ns/op | - |");
  }

  @Test
  void aRowForEachDistributionWithWhatForksDifferBy() {
    assertThat(text())
        .contains(
            "## ServerBenchmark, latency",
            "| get16 | event-loop | 16 | 110.0 | 1.500 | 100.0 | 100.0 | 200.0 | 900.0 | - |"
                + " 5,000 | 150.0 to 200.0 | 10,000 | us/op | 12.3 |");
  }

  @Test
  void theTextSaysWhereHowAndHowFarToTrustIt() {
    assertThat(text())
        .startsWith("# What do the parts of the stages cost?\n\n machine a machine\n")
        .contains("- Fewer than three forks");
    assertThat(report.effort())
        .isEqualTo(
            "JMH, 3 forks, 3 x 1 s of warm-up, 5 x 1 s measured;"
                + " 2 forks, 3 x 2 s of warm-up, 2 x 2 s measured");
  }

  @Test
  void scoresAreBarsBesideThoseOfTheOtherCandidates() {
    HtmlReport.Section section = report.page(FACTS).sections().get(0);

    assertThat(section.title()).isEqualTo("ResponseBenchmark, average time");
    assertThat(section.charts()).hasSize(1);
    Chart chart = section.charts().get(0);
    assertThat(chart.kind()).isEqualTo(Kind.CATEGORIES);
    assertThat(chart.categories()).containsExactly("HIT", "NOT_FOUND", "RANGE");
    // The least could not be seen beside the largest.
    assertThat(chart.scale()).isEqualTo(Chart.Scale.LOGARITHMIC);
    assertThat(chart.series())
        .containsExactly(
            new Chart.Series("metrics OFF", List.of(new Point(0, 312.5), new Point(1, 12_345.6))),
            new Chart.Series("metrics ON", List.of(new Point(0, 402), new Point(2, 500))));
    assertThat(chart.errors()).containsExactly(List.of(4.25, 0.0), List.of(8.5, 10.0));
  }

  @Test
  void samplesAreACurveAsFarAsThereAreEnough() {
    Chart chart = report.page(FACTS).sections().get(1).charts().get(0);

    assertThat(chart.kind()).isEqualTo(Kind.PERCENTILES);
    assertThat(chart.title()).isEqualTo("get16");
    assertThat(chart.series()).extracting(Chart.Series::name).containsExactly("event-loop");
    assertThat(chart.series().get(0).points())
        .contains(new Point(50, 100), new Point(97, 150), new Point(99, 200))
        .endsWith(new Point(99.85, 900), new Point(99.9, 900));
  }

  @Test
  void tablesAreOnThePageToo() {
    assertThat(report.page(FACTS).sections())
        .extracting(section -> section.table().size())
        .containsExactly(5, 2);
  }

  private String text() {
    return report.text(FACTS).replaceAll(" +", " ");
  }
}
