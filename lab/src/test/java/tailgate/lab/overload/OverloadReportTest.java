package tailgate.lab.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Point;

/** What is said of results that are made up. */
class OverloadReportTest {

  private static OverloadReport report(List<OverloadResult> results) {
    return new OverloadReport(OverloadSamples.plan(10), results);
  }

  private static OverloadReport report(OverloadResult one) {
    return new OverloadReport(OverloadSamples.plan(1), List.of(one));
  }

  @Test
  void codelThatKeepsItsGoodputHolds() {
    assertThat(report(OverloadSamples.results(Policy.CODEL, 0.97, 30_000)).verdicts())
        .contains("codel answers at least 90 % of it in time", "HELD: 776 of 800 a second, 97 %")
        .contains("HELD: 30.0 against 12.0 ms", "HELD: 0 lost at 0.5x, 0 at 0.9x")
        .doesNotContain("NOT HELD");
  }

  @Test
  void codelThatLosesMoreAndLetsWaitDoesNotHold() {
    assertThat(report(OverloadSamples.results(Policy.CODEL, 0.8, 50_000)).verdicts())
        .contains("NOT HELD: 640 of 800 a second", "NOT HELD: 50.0 against 12.0 ms");
  }

  @Test
  void fifoThatAnswersNobodyInTimeHoldsItsClaim() {
    assertThat(report(OverloadSamples.results(Policy.FIFO, 0, 12_000)).verdicts())
        .contains("fifo answers at most 10 % of it in time", "HELD: 0 of 800 a second, 0 %")
        .doesNotContain("NOT HELD");
  }

  @Test
  void aRowHasTheGoodputOfEachLoadAndWhatWasLost() {
    OverloadResult one =
        OverloadSamples.result(OverloadSamples.run(Policy.CODEL, 1, false), 0.95, 45_000, 100);

    List<List<String>> table = report(one).table();

    assertThat(table).hasSize(2);
    assertThat(table.get(0)).hasSameSizeAs(table.get(1)).contains("in time, % at 1.5x");
    assertThat(table.get(1))
        .containsExactly(
            "waits, threadpool codel",
            "1",
            "800",
            "50",
            "90",
            "100",
            "95",
            "95",
            "95",
            "12.0",
            "45.0",
            "52.5",
            "0.0",
            "1.05",
            "71",
            "100");
  }

  @Test
  void theGeneratorIsJudgedStretchByStretchOfAllRuns() {
    OverloadRun run = OverloadSamples.run(Policy.CODEL, 1, false);

    assertThat(report(OverloadSamples.result(run, 0.95, 45_000, 20_000)).generator())
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .contains("of 8 stretches of the load, at most 20.0; 4 of them do not count")
                    .endsWith("the highest rate was 24 % of what it can do"));
  }

  @Test
  void ofMixedClientsEachKindHasItsShare() {
    OverloadRun mixed =
        new OverloadRun(
            "threadpool", Policy.CODEL, HandlerKind.WAITS, Clients.HALF_RETRY, 1, false);
    OverloadPlan plan =
        OverloadPlan.full(
            List.of("threadpool"),
            List.of(Policy.CODEL),
            List.of(HandlerKind.WAITS),
            List.of(Clients.HALF_RETRY),
            new Blocks(10, 7));
    List<OverloadResult> results = new ArrayList<>();
    for (int block = 1; block <= 10; block++) {
      results.add(OverloadSamples.mixed(mixed, block, false));
      results.add(OverloadSamples.mixed(mixed, block, true));
    }

    OverloadReport report = new OverloadReport(plan, results);

    assertThat(report.table().get(0))
        .endsWith(
            "of those who leave answered, % at 2x", "of those who ask again answered, % at 2x");
    assertThat(report.table().get(1)).endsWith("32.0 ±0.0 %", "68.0 ±0.0 %");
    assertThat(report.verdicts()).contains("HELD: 544 against 256 a second, 2.13 times");
  }

  @Test
  void aStormThatGoesOnAfterItsOverloadHoldsTheClaim() {
    List<OverloadResult> results = new ArrayList<>();
    for (int block = 1; block <= 10; block++) {
      results.add(OverloadSamples.storm(block, 0, false));
      results.add(OverloadSamples.storm(block, 0, true));
    }

    assertThat(new OverloadReport(OverloadSamples.stormPlan(), results).verdicts())
        .contains("keep fifo in its overload", "HELD: 0 of 400 a second, 0 %");
  }

  @Test
  void theTargetsAreCountedByTrials() {
    assertThat(report(OverloadSamples.results(Policy.CODEL, 0.97, 45_000)).verdicts())
        .contains(
            "- waits, threadpool codel: at 2 × at least 90 % of the capacity in time: 10 of 10")
        .contains("at most 3 times that at 0.5 ×: 0 of 10")
        .contains("nothing refused below 1 ×: 10 of 10; back within 100 ms of the pulse: 10 of 10");
  }

  @Test
  void whereRequestsWereLostBelowTheCapacityTheCompilersAreNamed() {
    assertThat(report(OverloadSamples.compiling(1)).verdicts())
        .contains(
            "the JIT compilers of the server had in this step (1 % on average, at most 1 %, where"
                + " none was lost):",
            "- waits, threadpool codel, block 1, at 0.9x: lost 10 of 2,160; 20 %");
    assertThat(report(OverloadSamples.results(Policy.CODEL, 0.97, 30_000)).verdicts())
        .doesNotContain("compilers");
  }

  @Test
  void theCompilersHaveAColumnWhereTheyAreKnown() {
    String column = "JIT compilers, % of a processor at 2x";
    List<List<String>> known = report(OverloadSamples.compiling(1)).table();

    assertThat(known.get(0)).endsWith(column);
    assertThat(known.get(1)).endsWith("1");
    assertThat(report(OverloadSamples.results(Policy.CODEL, 0.97, 30_000)).table().get(0))
        .doesNotContain(column);
  }

  @Test
  void aStepInWhichTheGeneratorWasLateTakesNoPart() {
    OverloadResult late =
        OverloadSamples.result(OverloadSamples.run(Policy.CODEL, 1, false), 0.95, 45_000, 5_100);

    assertThat(report(late).table().get(1).get(1)).isEqualTo("1, in doubt");
    assertThat(report(late).verdicts())
        .contains(
            "block 1, at 2x, takes no part in a verdict: the generator's lag has a P99 of 5.1 ms")
        .contains("in time: 0 of 0")
        .doesNotContain("at 0.5x, takes no part");
  }

  @Test
  void aCapacityThatWasMeasuredTooLowLeavesNothing() {
    OverloadResult fast =
        OverloadSamples.result(OverloadSamples.run(Policy.CODEL, 1, false), 1.2, 45_000, 100);

    assertThat(report(fast).verdicts())
        .contains(
            "at 0.5x, takes no part in a verdict: 960/s were answered in time, more than its"
                + " capacity of 800");
  }

  @Test
  void aStepAfterAQueueThatWasNotEmptyTakesNoPart() {
    OverloadResult full =
        OverloadSamples.result(
            OverloadSamples.run(Policy.FIFO, 1, false), 0.1, 12_000, 100, 0.2, null);

    assertThat(report(full).verdicts())
        .contains("block 1, at 3x, takes no part in a verdict: before it 20 % of few requests were")
        .contains("back within 100 ms of the pulse: 0 of 1")
        .doesNotContain("at 2x, takes no part", "the pulse of");
    assertThat(report(full).table().get(1)).endsWith("> 4,000");
  }

  @Test
  void theChartHasALineForEachArmAndOneForAServerThatWastesNothing() {
    List<OverloadResult> results =
        Stream.of(Policy.FIFO, Policy.CODEL)
            .map(
                policy ->
                    OverloadSamples.result(
                        OverloadSamples.run(policy, 1, false), 0.95, 45_000, 100))
            .toList();

    Chart chart =
        new OverloadReport(OverloadSamples.plan(1), results).sections().get(0).charts().get(0);

    assertThat(chart.series())
        .extracting(Chart.Series::name)
        .containsExactly("threadpool fifo", "threadpool codel", "nothing wasted");
    assertThat(chart.series().get(2).points())
        .startsWith(new Point(0.5, 50))
        .endsWith(new Point(3, 100));
    assertThat(chart.series().get(0).points()).endsWith(new Point(3, 95));
  }

  @Test
  void manyArmsHaveAChartForEachPolicyWithALineForEachStage() {
    List<OverloadResult> results = new ArrayList<>();
    for (String stage : List.of("threadpool", "adaptive-pool", "virtual-threads")) {
      results.add(waiting(stage, Policy.FIFO));
      results.add(waiting(stage, Policy.CODEL));
    }
    results.add(waiting("event-loop", Policy.NONE));

    List<Chart> charts =
        new OverloadReport(OverloadSamples.plan(1), results).sections().get(0).charts();

    assertThat(charts)
        .extracting(Chart::title)
        .containsExactly(
            "fifo, with a handler that waits 10 ms",
            "codel, with a handler that waits 10 ms",
            "no policy, with a handler that waits 10 ms");
    assertThat(charts.get(1).series())
        .extracting(Chart.Series::name)
        .containsExactly("threadpool", "adaptive-pool", "virtual-threads", "nothing wasted");
    assertThat(charts.get(2).series())
        .extracting(Chart.Series::name)
        .containsExactly("event-loop", "nothing wasted");
  }

  private static OverloadResult waiting(String stage, Policy policy) {
    var run = new OverloadRun(stage, policy, HandlerKind.WAITS, Clients.LEAVE, 1, false);
    return OverloadSamples.result(run, 0.95, 45_000, 100);
  }

  @Test
  void aResultIsTheSameAfterItWasWritten() throws Exception {
    OverloadResult result = OverloadSamples.results(Policy.CODEL, 0.97, 30_000).get(0);

    assertThat(JsonFiles.read(JsonFiles.tree(result), OverloadResult.class)).isEqualTo(result);
    assertThat(JsonFiles.read(JsonFiles.tree(OverloadSamples.plan(2)), OverloadPlan.class))
        .isEqualTo(OverloadSamples.plan(2));
  }

  @Test
  void nothingIsSaidOfNothing() {
    assertThat(report(List.of()).verdicts()).isEmpty();
    assertThat(report(List.of()).load()).contains("0.5x, 0.9x, 1x, 1.5x, 2x, 3x the capacity");
  }
}
