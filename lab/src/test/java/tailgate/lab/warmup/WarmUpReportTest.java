package tailgate.lab.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.report.Chart;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.summary.Measurements;

class WarmUpReportTest {

  private static final WarmUpPlan PLAN =
      new WarmUpPlan(
          List.of("threadpool"),
          List.of(false, true),
          16,
          Duration.ofSeconds(20),
          new Blocks(2, 7),
          null);

  private final List<WarmUpResult> results =
      PLAN.runs().stream().map(WarmUpReportTest::result).toList();

  @Test
  void eachBlockHasAllArms() {
    assertThat(PLAN.runs())
        .extracting(WarmUpRun::folder)
        .containsExactlyInAnyOrder(
            "block-1/threadpool",
            "block-1/threadpool-aot",
            "block-2/threadpool",
            "block-2/threadpool-aot");
  }

  @Test
  void aRowSaysHowSlowTheBeginningWas() {
    assertThat(new WarmUpReport(PLAN, results).text().replaceAll(" +", " "))
        .contains(
            "| threadpool | 2 | 10 | 50 | 100 | 1,000 | 40.0 | 2.0 | 8,000 | 2 of 2 | 17 |",
            "| threadpool, AOT cache | 2 | 30 | 50 | 100 | 1,000 | 40.0 | 2.0 | 8,000 | 2 of 2 | 17"
                + " |");
  }

  @Test
  void theCurveHasAPointForEachSecond() {
    Chart answers = new WarmUpReport(PLAN, results).sections().get(0).charts().get(0);

    assertThat(answers.series()).hasSize(2);
    assertThat(answers.series().get(0).points()).hasSize(20);
    assertThat(answers.series().get(1).dashed()).isTrue();
  }

  @Test
  void aReportCanBeMadeFromWhatWasWritten() throws Exception {
    byte[] json = JsonFiles.compact(results.get(0)).getBytes(StandardCharsets.UTF_8);

    assertThat(JsonFiles.read(JsonFiles.parse(json), WarmUpResult.class)).isEqualTo(results.get(0));
  }

  @Test
  void anOpenLoadHasItsRateAndNewArrivalsInEachBlock() {
    WarmUpPlan open =
        new WarmUpPlan(PLAN.stages(), PLAN.cached(), 16, PLAN.duration(), PLAN.blocks(), 2_000.0);
    LoadSpec first = open.load(new WarmUpRun("threadpool", false, 1));

    assertThat(first.model()).isEqualTo(LoadSpec.Model.OPEN);
    assertThat(first.mostPerSecond()).isEqualTo(2_000);
    assertThat(open.load(new WarmUpRun("threadpool", true, 1)).arrivals())
        .isEqualTo(first.arrivals());
    assertThat(open.load(new WarmUpRun("threadpool", false, 2)).arrivals())
        .isNotEqualTo(first.arrivals());
    assertThat(new WarmUpReport(open, List.of()).load()).contains("open model, 2,000 requests/s");
  }

  @Test
  void theCostOfTheFirstAnswersIsUnknownIfThereWereFewer() {
    assertThat(results.get(0).cpuMillisOfFirst(10_000)).isEqualTo(8_000);
    assertThat(results.get(0).cpuMillisOfFirst(1_000_000)).isNaN();
  }

  @Test
  void nothingIsSaidOfNothing() {
    assertThat(new WarmUpReport(PLAN, List.of()).question()).contains("first minute");
  }

  private static WarmUpResult result(WarmUpRun run) {
    List<Long> answered =
        LongStream.range(0, 20)
            .map(s -> s == 0 ? (run.cached() ? 300 : 100) : s < 5 ? 500 : 1_000)
            .boxed()
            .toList();
    List<Long> p99 = LongStream.range(0, 20).map(s -> s == 0 ? 40_000 : 2_000).boxed().toList();
    List<Double> cpu = IntStream.range(0, 20).mapToObj(s -> 800.0).toList();
    return new WarmUpResult(
        run,
        new Measurements().of(run.name(), run.stage()),
        answered,
        p99,
        cpu,
        new SteadyState(true, 17));
  }
}
