package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.summary.Measurements;

class VariantsReportTest {

  private static final Map<String, Double> COLLAPSE =
      Map.of(
          "Java 21, park", 5_000.0,
          "Java 21, monitor", 20.0,
          "Java 25, park", 5_000.0,
          "Java 25, monitor", 4_950.0,
          "Java 25, pool", 500.0,
          "Java 25, spin", 0.0);

  @Test
  void aRowSaysWhatIsLeftOfTheBase() {
    VariantsPlan plan = VariantSamples.carriers(1);
    String text =
        new VariantsReport(plan, VariantSamples.results(plan, COLLAPSE))
            .text()
            .replaceAll(" +", " ");

    assertThat(text)
        .containsPattern("\\| Java 21, park \\| 1 \\| 5,000.0 .* \\| – \\| – \\|\n")
        .containsPattern("\\| Java 21, monitor \\| 1 \\| 20.0 .* \\| 0.4 \\| – \\|\n")
        .containsPattern("\\| Java 25, spin \\| 1 \\| 0.0 .* \\| 0.0 \\| – \\|\n");
  }

  @Test
  void aColumnThatWouldBeEmptyIsLeftOut() {
    VariantsPlan computing = VariantSamples.plan("computing", 1);

    assertThat(new VariantsReport(computing, VariantSamples.results(computing, Map.of())).table())
        .first(list(String.class))
        .contains("P99 ms, 95 %")
        .doesNotContain("% of the base", "rare ones/s")
        .doesNotContain("empty MiB, cold → warm");
  }

  @Test
  void whatMachineAndGeneratorDidIsAskedOfAllRunsAndNotOfThoseInTheMiddleAlone() {
    VariantsPlan plan = VariantSamples.carriers(10);
    VariantsReport report = new VariantsReport(plan, VariantSamples.results(plan, Map.of()));

    assertThat(report.allRuns()).hasSize(10 * (plan.variants().size() + 1));
    assertThat(report.health()).hasSameSizeAs(report.allRuns());
  }

  @Test
  void thoseBesideNewConnectionsHaveAColumn() {
    VariantsPlan plan = VariantSamples.plan("new-connections", 1);

    assertThat(new VariantsReport(plan, VariantSamples.results(plan, Map.of())).table())
        .first(list(String.class))
        .contains("background/s")
        .doesNotContain("% of the base", "rare ones/s");
  }

  @Test
  void theCollapseAndItsEndAreJudgedInTenBlocks() {
    VariantsPlan plan = VariantSamples.carriers(10);

    assertThat(new VariantsReport(plan, VariantSamples.results(plan, COLLAPSE)).judged())
        .extracting(Verdict::outcome)
        .containsExactly(Verdict.Outcome.HELD, Verdict.Outcome.HELD);
  }

  @Test
  void aRunThatCanEndEarlyIsJudgedAtItsLastLookAndSaysWhatThatDecided() {
    VariantsPlan plan = VariantSamples.sequential(VariantSamples.carriers(10));
    VariantsReport six = new VariantsReport(plan, upTo(6, plan));
    VariantsReport cutInTheSeventh = new VariantsReport(plan, upTo(7, plan));

    assertThat(six.judged())
        .extracting(Verdict::outcome)
        .containsExactly(Verdict.Outcome.HELD, Verdict.Outcome.HELD);
    assertThat(cutInTheSeventh.judged()).isEqualTo(six.judged());
    assertThat(six.load()).contains("; at most 10 blocks in random order (seed 7)");
    assertThat(six.remarks())
        .anyMatch(
            words ->
                words.startsWith(
                    "After 6 of at most 10 blocks, decided claims (p up to 0.0500): 2 of 2. The"
                        + " run"));
    assertThat(new VariantsReport(plan, upTo(5, plan)).judged())
        .extracting(Verdict::outcome)
        .containsOnly(Verdict.Outcome.FIRST_IMPRESSION);
    assertThat(new VariantsReport(plan, upTo(5, plan)).decided()).isEmpty();
  }

  private static List<VariantResult> upTo(int block, VariantsPlan plan) {
    return VariantSamples.results(plan, COLLAPSE).stream()
        .filter(result -> result.run().block() <= block)
        .toList();
  }

  @Test
  void slowRequestsAreJudgedForEachStage() {
    VariantsPlan plan =
        VariantSamples.plan(
            "mixed", false, Map.of("stage", List.of("event-loop", "threadpool")), 10);

    assertThat(new VariantsReport(plan, VariantSamples.results(plan, Map.of())).judged())
        .allMatch(verdict -> verdict.outcome() == Verdict.Outcome.HELD)
        .extracting(verdict -> verdict.about().replaceAll("(?<=[a-z]:).* that| for 50 ms.*", ""))
        .containsExactlyInAnyOrder(
            "event-loop: wait", "threadpool: wait", "event-loop: compute", "threadpool: compute");
  }

  @Test
  void requestsThatFailBesideOthersAreJudgedForEachDispatch() {
    VariantsPlan plan =
        VariantSamples.plan("idlers", false, Map.of("stage", List.of("threadpool")), 10);
    List<VariantResult> results =
        VariantSamples.results(plan, Map.of()).stream()
            .map(result -> result.run().variant().contains("connection") ? failing(result) : result)
            .toList();

    assertThat(new VariantsReport(plan, results).judged())
        .extracting(Verdict::outcome, verdict -> verdict.about().replaceAll(":.*", ""))
        .containsExactlyInAnyOrder(
            tuple(Verdict.Outcome.HELD, "threadpool by request"),
            tuple(Verdict.Outcome.HELD, "threadpool by request"),
            tuple(Verdict.Outcome.NOT_HELD, "threadpool by connection"),
            tuple(Verdict.Outcome.NOT_HELD, "threadpool by connection"));
  }

  private static VariantResult failing(VariantResult result) {
    Measurement measured =
        new Measurements().failed(0, 30).of(result.measured().name(), result.measured().stage());
    return VariantSamples.result(result.run(), measured);
  }

  @Test
  void aJavaThatDidNotTakePartHasNoVerdict() {
    VariantsPlan plan = VariantSamples.carriers(10);
    List<VariantResult> of25 =
        VariantSamples.results(plan, COLLAPSE).stream()
            .filter(result -> result.run().variant().startsWith("Java 25"))
            .toList();

    assertThat(new VariantsReport(plan, of25).judged()).hasSize(1);
  }

  @Test
  void theSlowRequestsThatWereAnsweredAreCounted() {
    VariantsPlan plan =
        VariantSamples.plan("mixed", false, Map.of("stage", List.of("threadpool")), 1);
    String text =
        new VariantsReport(plan, VariantSamples.results(plan, Map.of()))
            .text()
            .replaceAll(" +", " ");

    assertThat(text)
        .containsPattern("\\| threadpool, block .* \\| 100.0 \\| – \\| 6.0 \\|\n")
        .containsPattern("\\| threadpool, none .* \\| – \\| – \\| – \\|\n");
  }

  @Test
  void theWorkersOfAPoolAreThoseOfTheTimeThatIsMeasured() {
    VariantsPlan plan = VariantSamples.plan("sizing", false, Map.of(), 1);
    List<VariantResult> results = withWorkers(plan, 256.0, 10.0, 30.0);

    assertThat(new VariantsReport(plan, results).table())
        .element(0, list(String.class))
        .endsWith("% of the base", "P99 ms, 95 %", "workers");
    assertThat(new VariantsReport(plan, results).table())
        .element(1, list(String.class))
        .endsWith("20.0");
  }

  @Test
  void aPoolThatWasNotSampledMeanwhileHasNoNumberOfWorkers() {
    VariantsPlan plan = VariantSamples.plan("sizing", false, Map.of(), 1);
    List<VariantResult> results = withWorkers(plan, 256.0, Double.NaN, Double.NaN);

    assertThat(new VariantsReport(plan, results).table())
        .element(1, list(String.class))
        .endsWith("–");
  }

  private static List<VariantResult> withWorkers(VariantsPlan plan, Double... workers) {
    return VariantSamples.results(plan, Map.of()).stream()
        .map(result -> withWorkers(result, workers))
        .toList();
  }

  /** Their number before it was measured, and twice meanwhile. */
  private static VariantResult withWorkers(VariantResult result, Double... workers) {
    Measurement one = result.measured();
    long start = one.startEpochMillis();
    var stats =
        new ServerTimeline(
            List.of(start - 1, start, start + 1), Map.of(ServerTimeline.WORKERS, List.of(workers)));
    var measured =
        new Measurement(
            one.name(),
            one.stage(),
            one.perSecond(),
            one.figures(),
            one.curve(),
            start,
            one.millis(),
            one.latency(),
            one.health(),
            new ServerView(one.server().kernel(), stats),
            null);
    return VariantSamples.result(result.run(), measured);
  }

  @Test
  void aReportCanBeMadeFromWhatWasWritten() throws Exception {
    VariantsPlan plan = VariantSamples.carriers(1);
    VariantResult result = VariantSamples.results(plan, COLLAPSE).get(0);

    assertThat(again(plan, VariantsPlan.class)).isEqualTo(plan);
    assertThat(again(VariantSamples.sequential(plan), VariantsPlan.class).blocks().looks())
        .isEqualTo(Blocks.sequential(0.05, 7).looks());
    assertThat(again(result, VariantResult.class)).isEqualTo(result);
  }

  private static <T> T again(Object written, Class<T> type) throws Exception {
    byte[] json = JsonFiles.compact(written).getBytes(StandardCharsets.UTF_8);
    return JsonFiles.read(JsonFiles.parse(json), type);
  }

  @Test
  void nothingIsSaidOfNothing() {
    assertThat(new VariantsReport(VariantSamples.carriers(1), List.of()).question())
        .contains("which ways to wait");
  }
}
