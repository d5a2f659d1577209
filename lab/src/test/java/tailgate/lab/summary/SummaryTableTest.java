package tailgate.lab.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.report.MarkdownTable;

class SummaryTableTest {

  @Test
  void aRowForEachMeasurement() {
    SummaryTable table =
        new SummaryTable(
            List.of(
                new Measurements()
                    .failed(3, 5)
                    .kernel("cpu", 0.5, 0.5)
                    .kernel("rss", 80.0, 92.4)
                    .kernel("threads", 30.0, 117.0)
                    .of("threadpool", "threadpool"),
                new Measurements().of("nginx", "nginx")));

    // 0.5 cores for a second are 500 ms for 105 requests; 100 answers have no P99.9.
    assertThat(new MarkdownTable(1, table.rows()).toString().replaceAll(" +", " "))
        .contains(
            "| threadpool | 100.0 | 5 (4.76 %) | 2.0 | 2.0 | 2.0 | 3.0 | – | 2.0 | 4.76 | 92 | 117"
                + " |",
            "| nginx | 100.0 | 0 | 2.0 | 2.0 | 2.0 | 3.0 | – | 2.0 | – | – | – |");
  }
}
