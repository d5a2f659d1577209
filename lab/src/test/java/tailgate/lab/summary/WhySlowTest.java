package tailgate.lab.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Breakdown;
import tailgate.lab.load.LatencyBreakdown;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;

class WhySlowTest {

  /** The faster half takes 2 ms: 1 ms until the server had read it, and 1 ms of service. */
  private static final LatencyBreakdown FAST =
      new LatencyBreakdown(500, 0, 500_000, 0, 0, 0, 500_000, 0);

  private static final LatencyBreakdown SLOWER = new LatencyBreakdown(400, 0, 0, 0, 0, 0, 0, 0);

  private static Measurement run(LatencyBreakdown slowest) {
    List<LatencyBreakdown> bands = List.of(FAST, SLOWER, SLOWER, slowest);
    return new Measurements().breakdown(new Breakdown(bands, List.of())).of("pool", "pool");
  }

  private static WhySlow whySlow(LatencyBreakdown... slowest) {
    Map<String, List<Measurement>> arms = new LinkedHashMap<>();
    arms.put("pool", List.of(slowest).stream().map(WhySlowTest::run).toList());
    arms.put("silent", List.of(new Measurements().of("silent", "silent")));
    return WhySlow.of(arms);
  }

  @Test
  void theSentenceNamesWhatIsLongerThanUsual() {
    WhySlow why = whySlow(new LatencyBreakdown(10, 20_000, 10_000, 780_000, 0, 0, 210_000, 0));

    assertThat(why.text())
        .contains("- pool: the slowest 1 % (10) took 102 ms on average, the faster half 2.0 ms;")
        .contains(
            "of the difference, 78 % is the wait for a worker and 20 % is the time in which they"
                + " were served\n");
  }

  @Test
  void blocksAreAddedUp() {
    WhySlow why =
        whySlow(
            new LatencyBreakdown(10, 0, 0, 300_000, 0, 0, 0, 100_000),
            new LatencyBreakdown(10, 0, 0, 400_000, 0, 0, 0, 0));

    assertThat(why.text()).contains("| pool   |          20 |    40.0 |");
  }

  @Test
  void aWaitForAProcessorOfWhichNobodySaysAnythingIsNotZero() {
    assertThat(noProcessor(0)).isEqualTo("–");
    assertThat(noProcessor(50_000)).isEqualTo("5.0");
  }

  private static String noProcessor(long micros) {
    WhySlow why = whySlow(new LatencyBreakdown(10, 0, 0, 0, micros, 0, 300_000, 0));
    return why.section().findFirst().orElseThrow().table().get(1).get(6);
  }

  @Test
  void aStopOfTheServerIsNamed() {
    assertThat(whySlow(new LatencyBreakdown(10, 0, 10_000, 0, 0, 900_000, 10_000, 0)).text())
        .contains("of the difference, 100 % is a collection, which stopped all threads");
  }

  @Test
  void aTailThatIsNoneIsNotExplained() {
    WhySlow why = whySlow(new LatencyBreakdown(10, 0, 12_000, 0, 0, 0, 12_000, 0));

    assertThat(why.text()).contains("they were hardly slower").doesNotContain("of the difference");
  }

  @Test
  void aServerThatDoesNotSayIsNotNamed() {
    assertThat(whySlow(new LatencyBreakdown(10, 0, 0, 300_000, 0, 0, 0, 0)).text())
        .doesNotContain("silent");
    assertThat(
            WhySlow.of(Map.of("silent", List.of(new Measurements().of("silent", "silent")))).text())
        .isEmpty();
  }

  @Test
  void thePartsLieOnEachOtherInTheChart() {
    HtmlReport.Section section =
        whySlow(new LatencyBreakdown(10, 20_000, 10_000, 780_000, 0, 0, 190_000, 30_000))
            .section()
            .findFirst()
            .orElseThrow();

    Chart chart = section.charts().getFirst();
    assertThat(chart.kind()).isEqualTo(Chart.Kind.STACKS);
    assertThat(chart.categories()).containsExactly("pool");
    assertThat(chart.series())
        .extracting(series -> series.points().getFirst().y())
        .containsExactly(2.0, 1.0, 78.0, 0.0, 0.0, 19.0, 3.0);
  }
}
