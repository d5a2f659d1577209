package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Figure;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.report.Chart;
import tailgate.lab.stats.SteadyState;

/** The plan and the report of {@code warm-up}, whose seconds are kept. */
class ColdSecondsTest {

  private static final VariantsPlan PLAN =
      VariantSamples.plan("warm-up", false, Map.of("stage", List.of("threadpool")), 2);

  private final List<VariantResult> results =
      VariantSamples.results(PLAN, Map.of()).stream().map(ColdSecondsTest::result).toList();

  @Test
  void eachBlockHasAllArmsAtServersOfTheirOwn() {
    assertThat(PLAN.runs())
        .extracting(VariantRun::variant)
        .containsExactlyInAnyOrder(
            "threadpool", "threadpool, AOT cache", "threadpool", "threadpool, AOT cache");
    assertThat(PLAN.runs()).extracting(VariantRun::server).doesNotHaveDuplicates();
    assertThat(PLAN.variant("threadpool, AOT cache").jvm()).contains(Variant.AOT_CACHE);
  }

  @Test
  void aCacheThatAStartAloneHasMadeIsAnotherOne() throws Exception {
    Path file = Path.of("experiments/claims/compilers.yaml");
    VariantsPlan plan =
        FilePlan.of(
                "compilers",
                ExperimentReader.read(file, false, Map.of()),
                null,
                Map.of("25", "25.0.5"),
                Map.of("part", List.of("cache")),
                Set.of(),
                new Blocks(10, 7))
            .on(1);

    assertThat(plan.variant("AOT cache of a start").jvm())
        .containsExactly(Variant.AOT_CACHE_OF_START);
    assertThat(plan.variants()).filteredOn(Variant::hasAotCache).hasSize(1);
  }

  @Test
  void aLoadBeginsWithTheFirstRequest() {
    LoadSpec load = PLAN.traffic().measured(PLAN.variants().get(0), 1);

    assertThat(load.segments()).hasSize(1);
    assertThat(load.model()).isEqualTo(LoadSpec.Model.CLOSED);
    assertThat(new VariantsReport(PLAN, List.of()).load())
        .startsWith("Hyperfoil, closed model, 16 users")
        .contains("from the first request of a JVM on, 60 s; 2 blocks");
  }

  @Test
  void aRowSaysHowSlowTheBeginningWas() {
    assertThat(new VariantsReport(PLAN, results).text().replaceAll(" +", " "))
        .contains(
            "| threadpool | 2 | 10 | 50 | 100 | 1,000 | 40.0 | 2.0 | 8,000 | 2 of 2 | 17 |",
            "| threadpool, AOT cache | 2 | 30 | 50 | 100 | 1,000 | 40.0 | 2.0 | 8,000 | 2 of 2 | 17"
                + " |");
  }

  @Test
  void theCurveHasAPointForEachSecond() {
    Chart answers = new VariantsReport(PLAN, results).sections().get(0).charts().get(0);

    assertThat(answers.series()).hasSize(2);
    assertThat(answers.series().get(0).points()).hasSize(20);
    assertThat(answers.series().get(1).dashed()).isTrue();
  }

  @Test
  void aReportCanBeMadeFromWhatWasWritten() throws Exception {
    byte[] json = JsonFiles.compact(results.get(0)).getBytes(StandardCharsets.UTF_8);

    assertThat(JsonFiles.read(JsonFiles.parse(json), VariantResult.class))
        .isEqualTo(results.get(0));
  }

  @Test
  void aClaimCanBeAboutTheTailOfTheFirstSecond() {
    assertThat(Figure.FIRST_P99.of(results.get(0).observation(PLAN))).isEqualTo(40_000);
  }

  @Test
  void theCostOfTheFirstAnswersIsUnknownIfThereWereFewer() {
    assertThat(seconds(100).cpuMillisOfFirst()).isEqualTo(8_000);
    assertThat(new ColdSeconds(List.of(9_999L), List.of(1L), List.of(1.0)).cpuMillisOfFirst())
        .isNaN();
  }

  private static ColdSeconds seconds(long first) {
    return new ColdSeconds(
        LongStream.range(0, 20).map(s -> s == 0 ? first : s < 5 ? 500 : 1_000).boxed().toList(),
        LongStream.range(0, 20).map(s -> s == 0 ? 40_000 : 2_000).boxed().toList(),
        IntStream.range(0, 20).mapToObj(s -> 800.0).toList());
  }

  private static VariantResult result(VariantResult made) {
    boolean isCached = made.run().variant().contains("AOT");
    return new VariantResult(
        made.run(),
        made.measured(),
        new SteadyState(true, 17),
        null,
        null,
        null,
        seconds(isCached ? 300 : 100),
        null,
        null,
        null);
  }
}
