package tailgate.lab.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.report.HtmlReport;

class SelfCheckReportTest {

  @Test
  void halfASecondAtP90AndNearlyOneAtP99IsWhatThereWasToSee() {
    SelfCheckReport honest = report(540_159, 955_391, 0);

    assertThat(honest.sees()).isTrue();
    assertThat(honest.text().replaceAll(" +", " "))
        .contains("| P90 ms | about 500 | 540 |", "| P99 ms | about 950 | 955 |")
        .contains("- The lab sees what its server did");
    assertThat(honest.page().answers()).extracting(HtmlReport.Answer::mood).containsExactly("good");
  }

  @Test
  void aGeneratorThatOmitsIsFoundOut() {
    SelfCheckReport blind = report(300, 1_000, 0);

    assertThat(blind.sees()).isFalse();
    assertThat(blind.text()).contains("- THE LAB DOES NOT SEE IT");
    assertThat(blind.page().answers()).extracting(HtmlReport.Answer::mood).containsExactly("bad");
  }

  @Test
  void requestsThatFailedWereNotDelayed() {
    assertThat(report(500_000, 950_000, 1).sees()).isFalse();
  }

  @Test
  void requestsThatAreNotThereWereNotMeasured() {
    SelfCheckReport few = report(540_159, 955_391, 4_999, 0);

    assertThat(few.sees()).isFalse();
    assertThat(few.text().replaceAll(" +", " ")).contains("| answers | 5,000 | 4,999 |");
  }

  private static SelfCheckReport report(long p90, long p99, long failed) {
    return report(p90, p99, 5_000, failed);
  }

  private static SelfCheckReport report(long p90, long p99, long answers, long failed) {
    List<Long> none = List.of();
    return new SelfCheckReport(
        List.of(
            new Measurement(
                "threadpool",
                "threadpool",
                1_000,
                new Figures(answers, failed, 250, p90, p90, p99, p99, p99),
                Collections.nCopies(Figures.CURVE.size(), 250L),
                0,
                5_000,
                new Timeline(100, none, none, none, none, none),
                null,
                ServerView.NOTHING)));
  }
}
