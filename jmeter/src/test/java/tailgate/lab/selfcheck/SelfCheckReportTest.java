package tailgate.lab.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.report.HtmlReport;

class SelfCheckReportTest {

  private static final List<Long> NONE = List.of();

  @Test
  void theDelayOfAStopFollowsFromItsLength() {
    // Of 3 s, a tenth waited for the stop less 0.3 s, and one in a hundred for the stop less 30 ms.
    SelfCheckReport honest = report(stopped(1_030.0, figures(900, 735_000, 1_002_000)));

    assertThat(honest.sees()).isTrue();
    assertThat(honest.text().replaceAll(" +", " "))
        .contains(
            "| the server is stopped for 1 s, open load | failed | 0 | 0 |",
            "| | P90 ms | 730 ± 21.9 | 735 |",
            "| | P99 ms | 1,000 ± 30 | 1,002 |",
            "- the server is stopped for 1 s, open load: the lab sees it as it is.");
    assertThat(honest.page().answers()).extracting(HtmlReport.Answer::mood).containsExactly("good");
  }

  @Test
  void aGeneratorThatOmitsIsFoundOut() {
    SelfCheckReport blind = report(stopped(1_000.0, figures(900, 300, 1_000)));

    assertThat(blind.sees()).isFalse();
    assertThat(blind.text()).contains("THE LAB DOES NOT SEE IT");
    assertThat(blind.page().answers()).extracting(HtmlReport.Answer::mood).containsExactly("bad");
  }

  @Test
  void requestsThatAreNotThereWereNotMeasured() {
    assertThat(report(stopped(1_000.0, figures(899, 700_000, 970_000))).sees()).isFalse();
  }

  @Test
  void aStopThatWasNotMeasuredProvesNothing() {
    assertThat(report(stopped(null, figures(900, 700_000, 970_000))).sees()).isFalse();
  }

  @Test
  void inAClosedLoadEachUserWaitsOnceForTheWholeStop() {
    assertThat(report(closed(20, 1_015_000, 1.01)).sees()).isTrue();
    assertThat(report(closed(19, 1_015_000, 1.01)).sees()).as("a user is missing").isFalse();
    assertThat(report(closed(20, 950_000, 1.01)).sees()).as("a part of the stop").isFalse();
    assertThat(report(closed(20, 1_015_000, 0.96)).sees()).as("time of the users").isFalse();
  }

  @Test
  void theTailOfAnExponentialTimeIsKnown() {
    assertThat(report(exponential(14_100, 93_500)).sees()).isTrue();
    assertThat(report(exponential(14_100, 96_000)).sees()).isFalse();
  }

  @Test
  void theProcessorTimeOfEachRequestIsKnown() {
    assertThat(report(spin(6.12)).sees()).isTrue(); // of 120 requests in 10 s: 51 ms each
    assertThat(report(spin(6.24)).sees()).isFalse();
  }

  @Test
  void theSameLoadTwiceIsTheSame() {
    List<Long> even = Collections.nCopies(SameTwice.WINDOWS + 1, 1_000L);
    List<Long> two = new ArrayList<>(even);
    for (int block = 1; block <= 2 * SameTwice.BLOCKS; block++) { // of the first two comparisons
      int faster = SameTwice.ORDER.shuffled(block, List.of(0, 1)).get(0);
      two.set(2 * (block - 1) + faster, 1_100L);
    }

    assertThat(report(same(even)).sees()).isTrue();
    assertThat(report(same(two)).sees()).isFalse();
    assertThat(report(same(two)).text().replaceAll(" +", " "))
        .contains("| | without a difference | 20 ± 1 | 18 |");
  }

  @Test
  void anOldResultIsJudgedAsItWas() throws Exception {
    Measurement old = measured(new Figures(5_000, 0, 250, 540_159, 1, 955_391, 1, 1), null, NONE);

    SelfCheckReport report = report(SelfCheckResult.of(JsonFiles.tree(old)));

    assertThat(report.sees()).isTrue();
    assertThat(report.text().replaceAll(" +", " ")).contains("| | P90 ms | 500 ± 100 | 540.2 |");
  }

  @Test
  void aResultCanBeReadAgain() throws Exception {
    SelfCheckResult result = stopped(1_000.0, figures(900, 700_000, 970_000));

    assertThat(SelfCheckResult.of(JsonFiles.tree(result))).isEqualTo(result);
  }

  private static SelfCheckReport report(SelfCheckResult result) {
    return new SelfCheckReport(List.of(result));
  }

  private static SelfCheckResult stopped(@Nullable Double millis, Figures figures) {
    return new SelfCheckResult(Check.STOP_OPEN, measured(figures, null, NONE), millis, 150L);
  }

  private static SelfCheckResult closed(long slow, long max, double accounted) {
    Figures figures = new Figures(30_000, 0, 1, 1, 1, 1, 1, max, 0L, 100.0);
    Health health = new Health(30_000, 30_000, 0, 0, 10, 20, accounted, 0.0, 10_000.0, null);
    return new SelfCheckResult(Check.STOP_CLOSED, measured(figures, health, NONE), 1_000.0, slow);
  }

  private static SelfCheckResult exponential(long p50, long p99) {
    Figures figures = new Figures(60_000, 0, p50, 1, 1, p99, 1, 1, 0L, 100.0);
    return new SelfCheckResult(Check.EXPONENTIAL, measured(figures, null, NONE), null, null);
  }

  private static SelfCheckResult spin(double cpuSeconds) {
    ServerTimeline kernel =
        new ServerTimeline(
            List.of(0L, 10_000L),
            Map.of(
                ServerTimeline.CPU_CLOCK, List.of(0.0, 10.0),
                ServerTimeline.CPU_SECONDS, List.of(0.0, cpuSeconds)));
    Measurement measured =
        new Measurement(
            "echo",
            "echo",
            12,
            new Figures(120, 0, 1, 1, 1, 1, 1, 1, 0L, 100.0),
            NONE,
            0,
            10_000,
            new Timeline(100, NONE, NONE, NONE, NONE, NONE, List.of(60L, 60L)),
            null,
            new ServerView(kernel, ServerTimeline.EMPTY));
    return new SelfCheckResult(Check.SPIN, measured, null, null);
  }

  private static SelfCheckResult same(List<Long> ended) {
    Measurement measured =
        new Measurement(
            "threadpool",
            "threadpool",
            10_000,
            new Figures(400_000, 0, 1, 1, 1, 1, 1, 1, 0L, 100.0),
            NONE,
            0,
            40_000,
            new Timeline(100, NONE, NONE, NONE, NONE, NONE, ended),
            null,
            ServerView.NOTHING);
    return new SelfCheckResult(Check.SAME, measured, null, null);
  }

  private static Figures figures(long answers, long p90, long p99) {
    return new Figures(answers, 0, 250, p90, p90, p99, p99, p99, 0L, 100.0);
  }

  private static Measurement measured(
      Figures figures, @Nullable Health health, List<Long> windows) {
    return new Measurement(
        "threadpool",
        "threadpool",
        1_000,
        figures,
        Collections.nCopies(Figures.CURVE.size(), 250L),
        0,
        5_000,
        new Timeline(100, windows, windows, windows, windows, windows),
        health,
        ServerView.NOTHING);
  }
}
