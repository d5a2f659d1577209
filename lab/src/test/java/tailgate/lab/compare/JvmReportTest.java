package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Footprint;
import tailgate.lab.load.JsonFiles;

class JvmReportTest {

  private static final Footprint EMPTY = new Footprint(0, 6_000_000, 102_400L);

  private static final VariantsPlan PLAN = plan(10);

  private static VariantsPlan plan(int blocks) {
    Set<String> flags = blocks == 1 ? Set.of() : Set.of("--crossed");
    return VariantSamples.plan("jvm", blocks == 1, VariantSamples.javas(), Map.of(), flags, blocks);
  }

  @Test
  void aRowSaysWhatAConnectionKeepsBeforeTheLoadAndAfterIt() {
    VariantsReport report = new VariantsReport(plan(1), results(plan(1), 3_500));

    assertThat(report.table().get(0))
        .endsWith(
            "longest pause ms",
            "empty MiB, cold → warm",
            "KiB/connection, cold → warm",
            "live bytes/connection, cold → warm");
    assertThat(report.table()).extracting(List::size).containsOnly(report.table().get(0).size());
    assertThat(report.text().replaceAll(" +", " "))
        .containsPattern(
            "Java 25, g1, 256m, compact headers \\|.*\\| 4.2 \\| 0.04"
                + " \\| 100 → 100 \\| 5.0 → 5.0 \\| 3,500 → 3,150 \\|");
  }

  @Test
  void whatWasNotReadIsNoFigure() {
    VariantsReport report = new VariantsReport(plan(1), VariantSamples.results(plan(1), Map.of()));

    assertThat(report.text().replaceAll(" +", " ")).contains("| – | – | – → – | – → – | – → – |");
  }

  @Test
  void whatCompactHeadersSaveIsJudgedForEachCollector() {
    assertThat(outcomes(results(PLAN, 3_000), about -> about.contains("compact object headers")))
        .hasSize(4)
        .containsOnly(Verdict.Outcome.HELD);
    assertThat(outcomes(results(PLAN, 4_000), about -> about.contains("compact object headers")))
        .hasSize(4)
        .containsOnly(Verdict.Outcome.NOT_HELD);
  }

  @Test
  void theLongestPauseIsJudgedForZgcOnEachHeapAndJava() {
    assertThat(outcomes(results(PLAN, 4_000), about -> about.contains("zgc never works")))
        .hasSize(3 + 1 + 1)
        .containsOnly(Verdict.Outcome.HELD);
  }

  @Test
  void aWarmServerIsComparedWithItselfWhenItWasCold() {
    assertThat(outcomes(results(PLAN, 4_000), about -> about.contains("a warm server")))
        .containsExactly(Verdict.Outcome.HELD, Verdict.Outcome.HELD);
  }

  @Test
  void aReportCanBeMadeFromWhatWasWritten() throws Exception {
    VariantResult result = results(PLAN, 3_500).get(0);
    byte[] json = JsonFiles.compact(result).getBytes(StandardCharsets.UTF_8);

    assertThat(JsonFiles.read(JsonFiles.parse(json), VariantResult.class)).isEqualTo(result);
  }

  private static List<Verdict.Outcome> outcomes(
      List<VariantResult> results, Predicate<String> about) {
    return new VariantsReport(PLAN, results)
        .judged().stream()
            .filter(verdict -> about.test(verdict.about()))
            .map(Verdict::outcome)
            .toList();
  }

  /**
   * A tenth less after the load, and 4,000 bytes with plain headers.
   *
   * @param compact bytes with compact headers, before the load
   */
  private static List<VariantResult> results(VariantsPlan plan, long compact) {
    return VariantSamples.results(plan, Map.of()).stream()
        .map(
            result -> {
              long each = result.run().variant().contains("compact") ? compact : 4_000;
              return VariantSamples.result(
                      result.run(),
                      VariantSamples.counting(
                          result.measured(),
                          Map.of(
                              Counter.LONGEST_SAFEPOINT_MILLIS,
                              4.2,
                              Counter.LONGEST_AT_SAFEPOINT_MILLIS,
                              0.04)))
                  .with(new Footprints(EMPTY, held(each), EMPTY, held(each * 9 / 10)));
            })
        .toList();
  }

  private static Footprint held(long each) {
    return new Footprint(1_000, EMPTY.liveBytes() + 1_000 * each, 107_400L);
  }
}
