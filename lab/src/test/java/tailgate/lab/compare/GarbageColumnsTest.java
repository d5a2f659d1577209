package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Measurement;

class GarbageColumnsTest {

  private static final VariantsPlan PLAN = VariantSamples.plan("locals", 1);

  @Test
  void garbageIsWhatWasFreedForEachRequestThatWasDue() {
    VariantResult result = VariantSamples.results(PLAN, Map.of()).get(0);

    // 6,000 requests were due in 6 s
    assertThat(columns(result, Map.of(Counter.GC_FREED_MIB, 96.0, Counter.GC_LEAST_HEAP_MIB, 7.0)))
        .containsExactly("16.8", "7.0");
  }

  @Test
  void whatIsNotKnownIsNoFigure() {
    VariantResult result = VariantSamples.results(PLAN, Map.of()).get(0);

    assertThat(columns(result, Map.of())).containsExactly("–", "–");
  }

  @Test
  void theReportHasTheColumns() {
    VariantsReport report = new VariantsReport(PLAN, VariantSamples.results(PLAN, Map.of()));

    assertThat(report.table().get(0)).endsWith("garbage KB/request", "heap MiB");
    assertThat(report.table()).extracting(List::size).containsOnly(report.table().get(0).size());
  }

  @Test
  void whatAThreadLocalSavesIsJudgedForEachWay() {
    assertThat(outcomes(40)).hasSize(6).containsOnly(Verdict.Outcome.HELD);
    assertThat(outcomes(60)).hasSize(6).containsOnly(Verdict.Outcome.NOT_HELD);
  }

  /**
   * In ten blocks, where 100 MiB are freed with a new buffer.
   *
   * @param local the same with a thread-local
   */
  private static List<Verdict.Outcome> outcomes(double local) {
    VariantsPlan plan = VariantSamples.plan("locals", 10);
    List<VariantResult> results =
        VariantSamples.results(plan, Map.of()).stream()
            .map(
                result -> {
                  double freed = result.run().variant().endsWith("local") ? local : 100.0;
                  Measurement seen =
                      VariantSamples.counting(
                          result.measured(), Map.of(Counter.GC_FREED_MIB, freed));
                  return VariantSamples.result(result.run(), seen);
                })
            .toList();
    return new VariantsReport(plan, results).judged().stream().map(Verdict::outcome).toList();
  }

  private static List<String> columns(VariantResult result, Map<Counter, Double> counters) {
    Measurement seen = VariantSamples.counting(result.measured(), counters);
    VariantResult counted = VariantSamples.result(result.run(), seen);
    List<String> row = Columns.of(PLAN, List.of(counted)).row(List.of(counted));
    return row.subList(row.size() - 2, row.size());
  }
}
