package tailgate.lab.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.jmeter.SteadyRun;
import tailgate.lab.load.Breakdown;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyBreakdown;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.report.HtmlReport;

class SelfCheckReportTest {

  private static final List<Long> NONE = List.of();

  /** Of two generators that see the same; the second counts whole milliseconds. */
  private static final Figures OURS = figures(36_000, 0, 13_900, 46_200, 92_500);

  private static final Figures ITS = figures(36_000, 0, 14_000, 46_000, 92_000);

  private static final int PAIRS = 50;

  private final SplittableRandom random = new SplittableRandom(5);

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
    assertThat(report(exponential(2_400, 14_100, 93_500)).sees()).isTrue();
    assertThat(report(exponential(2_400, 14_100, 96_000)).sees()).as("tail").isFalse();
  }

  @Test
  void whatARequestTakesBesideItsExponentialTimeIsPartOfTheMedianAndSmall() {
    assertThat(report(exponential(2_600, 14_500, 93_500)).sees()).isTrue();
    assertThat(report(exponential(2_200, 14_500, 93_500)).sees()).as("median alone").isFalse();
    assertThat(report(exponential(3_200, 15_000, 93_500)).sees()).as("1.1 ms").isFalse();
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
  void twoGeneratorsSeeTheSameServer() {
    SelfCheckReport report = report(beside(OURS, 36_000, ITS, 36_000));

    assertThat(report.sees()).isTrue();
    assertThat(report.text().replaceAll(" +", " "))
        .contains(
            "| the same arrivals by a second generator, JMeter | failed | 0 | 0 |",
            "| | answers | 36,000 | 36,000 |",
            "| | sent on time % | 100 ± 2 | 100 |",
            "| | JMeter: failed | 0 | 0 |",
            "| | JMeter: answers | 36,000 | 36,000 |",
            "| | JMeter: sent on time % | 100 ± 2 | 100 |",
            "| | P50 ms, beside JMeter's | 14 ± 1.70 | 13.9 |",
            "| | P90 ms, beside JMeter's | 46 ± 3.30 | 46.2 |",
            "| | P99 ms, beside JMeter's | 92 ± 5.60 | 92.5 |");
  }

  @ParameterizedTest
  @CsvSource({"12200, 46200, 92500", "13900, 49400, 92500", "13900, 46200, 97700"})
  void aPercentileThatTheSecondGeneratorDoesNotSeeIsFoundOut(long p50, long p90, long p99) {
    assertThat(sees(figures(36_000, 0, p50, p90, p99), 36_000, ITS, 36_000)).isFalse();
  }

  @Test
  void generatorsThatSentSomethingElseProveNothing() {
    assertThat(sees(OURS, 35_300, ITS, 35_300)).as("less than 2 % late").isTrue();
    assertThat(sees(OURS, 35_200, ITS, 36_000)).as("ours was late").isFalse();
    assertThat(sees(OURS, 36_000, ITS, 35_200)).as("JMeter was late").isFalse();
    assertThat(sees(OURS, 36_000, figures(35_999, 0, 14_000, 46_000, 92_000), 36_000))
        .as("JMeter did not send all")
        .isFalse();
    assertThat(sees(OURS, 36_000, figures(35_999, 1, 14_000, 46_000, 92_000), 36_000))
        .as("a request of JMeter failed")
        .isFalse();
    assertThat(report(new SelfCheckResult(Check.SECOND, ofOurs(), null, null, null)).sees())
        .as("there was no second")
        .isFalse();
  }

  /** The arithmetic of {@link Check#SECOND}, with a clock of whole milliseconds. */
  @Test
  void chanceAndTheClockOfTheSecondGeneratorDoNotRefuteIt() {
    int requests = (int) SteadyRun.counted(Check.SECOND.load()).arrivals();
    double squares = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
      Figures ours = figures(sorted(requests, this::handlerMillis));
      // Its clock is read when a request begins, somewhere in a millisecond, and when it ends.
      Figures its =
          figures(sorted(requests, () -> Math.floor(random.nextDouble() + handlerMillis())));
      squares += Math.pow((ours.p99() - its.p99()) / 1e3, 2);

      assertThat(sees(ours, requests, its, requests)).isTrue();
    }

    assertThat(Math.sqrt(squares / PAIRS)).as("1.48 ms, and a little").isBetween(1.0, 2.0);
  }

  @Test
  void aResultCanBeReadAgain() throws Exception {
    SelfCheckResult result = stopped(1_000.0, figures(900, 700_000, 970_000));

    assertThat(again(result)).isEqualTo(result);
    SelfCheckResult two = beside(OURS, 36_000, ITS, 36_000);
    assertThat(again(two)).isEqualTo(two);
  }

  private static SelfCheckResult again(SelfCheckResult result) throws IOException {
    return JsonFiles.read(JsonFiles.tree(result), SelfCheckResult.class);
  }

  @Test
  void bothGeneratorsAreInTheCharts() {
    SelfCheckReport report = report(beside(OURS, 36_000, ITS, 36_000));

    assertThat(report.measurements()).hasSize(2);
    assertThat(report.load()).endsWith("; JMeter beside it");
    assertThat(report(stopped(1_000.0, figures(900, 700_000, 970_000))).load())
        .doesNotContain("JMeter");
  }

  private static double[] sorted(int count, DoubleSupplier millis) {
    return DoubleStream.generate(millis).limit(count).sorted().toArray();
  }

  private double handlerMillis() {
    return -20 * Math.log(1 - random.nextDouble());
  }

  private static long micros(double[] sortedMillis, double quantile) {
    return Math.round(1_000 * sortedMillis[(int) (quantile * sortedMillis.length)]);
  }

  private static SelfCheckReport report(SelfCheckResult result) {
    return new SelfCheckReport(List.of(result));
  }

  private static SelfCheckResult stopped(@Nullable Double millis, Figures figures) {
    return new SelfCheckResult(Check.STOP_OPEN, measured(figures, null, NONE), millis, 150L, null);
  }

  private static SelfCheckResult closed(long slow, long max, double accounted) {
    Figures figures = new Figures(30_000, 0, 1, 1, 1, 1, 1, max, 0L, 100.0, null, null);
    Health health = new Health(30_000, 30_000, 0, 0, 10, 20, accounted, 0.0, 10_000.0, null, null);
    return new SelfCheckResult(
        Check.STOP_CLOSED, measured(figures, health, NONE), 1_000.0, slow, null);
  }

  private static SelfCheckResult exponential(long p10, long p50, long p99) {
    Figures figures = new Figures(60_000, 0, p50, 1, 1, p99, 1, 1, 0L, 100.0, null, null);
    List<Long> curve = new ArrayList<>(Collections.nCopies(Figures.CURVE.size(), p50));
    curve.set(Figures.CURVE.indexOf(10.0), p10);
    return new SelfCheckResult(
        Check.EXPONENTIAL, measured(figures, null, NONE, curve), null, null, null);
  }

  @Test
  void twentyThreadsOnOneProcessorWaitForItNineteenTimesAsLongAsTheyHaveIt() {
    assertThat(report(shared(190_000, 10_000)).sees()).isTrue();
    assertThat(report(shared(190_000, 11_000)).sees()).isFalse();
    assertThat(report(shared(0, 200_000)).sees()).isFalse();
  }

  private static SelfCheckResult shared(long processor, long service) {
    LatencyBreakdown all = new LatencyBreakdown(1, 0, 0, 0, processor, 0, service, 0);
    Breakdown breakdown = new Breakdown(List.of(all), List.of());
    return new SelfCheckResult(Check.PROCESSOR, busy(10, breakdown), null, null, null);
  }

  private static SelfCheckResult spin(double cpuSeconds) {
    return new SelfCheckResult(Check.SPIN, busy(cpuSeconds, null), null, null, null);
  }

  private static Measurement busy(double cpuSeconds, @Nullable Breakdown breakdown) {
    ServerTimeline kernel =
        new ServerTimeline(
            List.of(0L, 10_000L),
            Map.of(
                ServerTimeline.CPU_CLOCK, List.of(0.0, 10.0),
                ServerTimeline.CPU_SECONDS, List.of(0.0, cpuSeconds)));
    return new Measurement(
        "echo",
        "echo",
        12,
        new Figures(120, 0, 1, 1, 1, 1, 1, 1, 0L, 100.0, null, null),
        NONE,
        0,
        10_000,
        new Timeline(100, NONE, NONE, NONE, NONE, NONE, List.of(60L, 60L)),
        null,
        new ServerView(kernel, ServerTimeline.EMPTY),
        breakdown);
  }

  private static SelfCheckResult same(List<Long> ended) {
    Measurement measured =
        new Measurement(
            "threadpool",
            "threadpool",
            10_000,
            new Figures(400_000, 0, 1, 1, 1, 1, 1, 1, 0L, 100.0, null, null),
            NONE,
            0,
            40_000,
            new Timeline(100, NONE, NONE, NONE, NONE, NONE, ended),
            null,
            ServerView.NOTHING,
            null);
    return new SelfCheckResult(Check.SAME, measured, null, null, null);
  }

  /**
   * Of two generators, each with how many of its 36,000 requests left on time.
   *
   * @param its what the second has measured
   */
  private static SelfCheckResult beside(Figures ours, long onTime, Figures its, long itsOnTime) {
    return new SelfCheckResult(
        Check.SECOND,
        measured(ours, health(onTime), NONE),
        null,
        null,
        measured(its, health(itsOnTime), NONE));
  }

  private static boolean sees(Figures ours, long onTime, Figures its, long itsOnTime) {
    return report(beside(ours, onTime, its, itsOnTime)).sees();
  }

  private static Measurement ofOurs() {
    return measured(OURS, health(36_000), NONE);
  }

  private static Health health(long onTime) {
    return new Health(36_000, 36_000, 0, 36_000 - onTime, 10, 20);
  }

  private static Figures figures(long answers, long failed, long p50, long p90, long p99) {
    return new Figures(answers, failed, p50, p90, p90, p99, p99, p99, 0L, 100.0, null, null);
  }

  /** Of times in milliseconds. */
  private static Figures figures(double[] sorted) {
    return figures(
        sorted.length, 0, micros(sorted, 0.5), micros(sorted, 0.9), micros(sorted, 0.99));
  }

  private static Figures figures(long answers, long p90, long p99) {
    return new Figures(answers, 0, 250, p90, p90, p99, p99, p99, 0L, 100.0, null, null);
  }

  private static Measurement measured(
      Figures figures, @Nullable Health health, List<Long> windows) {
    return measured(figures, health, windows, Collections.nCopies(Figures.CURVE.size(), 250L));
  }

  private static Measurement measured(
      Figures figures, @Nullable Health health, List<Long> windows, List<Long> curve) {
    return new Measurement(
        "threadpool",
        "threadpool",
        1_000,
        figures,
        curve,
        0,
        5_000,
        new Timeline(100, windows, windows, windows, windows, windows),
        health,
        ServerView.NOTHING,
        null);
  }
}
