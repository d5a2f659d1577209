package tailgate.lab.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Breakdown;
import tailgate.lab.load.Breakdown.SlowRequest;
import tailgate.lab.load.LatencyBreakdown;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.HtmlReport;

class SlowestRequestsTest {

  private static SlowRequest waited(long dueMillis, long micros) {
    return new SlowRequest(dueMillis, new LatencyBreakdown(1, 0, 0, micros, 0, 0, 2_000, 0));
  }

  private static Measurement run(SlowRequest... slowest) {
    return new Measurements()
        .breakdown(new Breakdown(List.of(), List.of(slowest)))
        .of("pool", "pool");
  }

  @Test
  void theSlowestOfAllBlocksHaveALineAndABarEach() {
    List<Measurement> runs =
        List.of(
            run(waited(250, 70_000), waited(900, 8_000)),
            run(waited(10, 90_000), waited(500, 60_000)));

    HtmlReport.Section section =
        new SlowestRequests(Map.of("pool", runs)).section().findFirst().orElseThrow();

    assertThat(section.table()).hasSize(4);
    assertThat(section.table().get(1))
        .containsExactly("1", "pool, 0.01 s", "92.0", "0.0", "0.0", "90.0", "–", "–", "2.0", "0.0");
    assertThat(section.table())
        .extracting(row -> row.get(1))
        .containsExactly("server, at", "pool, 0.01 s", "pool, 0.25 s", "pool, 0.50 s");
    assertThat(section.charts()).hasSize(1);
  }

  @Test
  void thereIsNoSectionIfNoServerSaysAnything() {
    List<Measurement> silent = List.of(new Measurements().of("pool", "pool"));

    assertThat(new SlowestRequests(Map.of("pool", silent)).section()).isEmpty();
  }
}
