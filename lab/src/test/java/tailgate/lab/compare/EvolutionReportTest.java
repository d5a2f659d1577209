package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Verdict;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentReader;

/** The plan and the report of {@code evolution}, whose load is that of JMeter. */
class EvolutionReportTest {

  private static final String ONE_THREAD = "singlethreaded, no cache, cold";
  private static final String POOL = "threadpool, no cache, cold";
  private static final String VIRTUAL = "virtual-threads, no cache, cold";
  private static final String CACHED = "virtual-threads, cold";

  private final VariantsPlan plan = VariantSamples.plan("evolution", 10);

  /** The P99 by arm in milliseconds: those of the origin, and 9 for what it has not measured. */
  private final Map<String, Long> p99 =
      new HashMap<>(Map.of(ONE_THREAD, 18L, POOL, 6L, VIRTUAL, 9L, CACHED, 6L));

  @Test
  void theArmsOfTheClaimsAreColdAndInAllBlocksAndAllOthersAreInFewer() {
    List<VariantRun> runs = plan.runs();

    assertThat(runs).hasSize(10 * (4 + 1) + 3 * 12);
    assertThat(runs.stream().filter(run -> run.block() == 4).map(VariantRun::title))
        .containsExactlyInAnyOrder(ONE_THREAD, POOL, VIRTUAL, CACHED, CACHED + " (A/A)");
    assertThat(plan.load())
        .isEqualTo(
            "10,000 users in 60 s, one GET /data.json each, after a warm-up that is not counted,"
                + " or without one (cold)");
  }

  @Test
  void theFiguresOfTheOriginHoldExceptWhereTheClockIsTooCoarse() {
    assertThat(verdicts())
        .extracting(Verdict::toString)
        .contains(
            "cold server: without a cache one thread has 3 times the P99 of a pool (Java evolution:"
                + " 18 against 6 ms): INCONCLUSIVE: 18.0 against 6.0 ms [ratio 3.00, 95 % interval"
                + " 2.43 to 3.80]; 10 blocks; noise floor 40.0 %",
            "cold server: a cache takes the tail from virtual threads (Java evolution: \"Heavy"
                + " Tail? No\", no figure): HELD: P99 6.0 against 9.0 ms [ratio 0.67, 95 % interval"
                + " 0.50 to 0.87]; 10 blocks; noise floor 40.0 %; p < 0.00001");
  }

  @Test
  void aTickOfTheClockIsNoDifference() {
    p99.putAll(Map.of(POOL, 1L, VIRTUAL, 2L, CACHED, 1L));

    assertThat(verdicts())
        .filteredOn(verdict -> verdict.about().startsWith("cold server: a cache takes the tail"))
        .extracting(Verdict::outcome)
        .containsExactly(Outcome.INCONCLUSIVE);
  }

  @Test
  void aRunThatWasCutShortTakesNoPart() {
    List<VariantResult> results = results();
    VariantResult last = results.removeLast();
    results.add(
        VariantSamples.ofJMeter(
            last.run(), last.measured(), new VariantResult.JMeterUsers(1, false)));

    assertThat(new VariantsReport(plan, results).judged())
        .extracting(Verdict::toString)
        .endsWith(
            last.measured().name()
                + ", takes no part in a verdict: the lab was stopped during the load");
  }

  @Test
  void anotherLoadIsNotWhatTheOriginSpokeOf() throws Exception {
    ExperimentFile file =
        ExperimentReader.read(Path.of("experiments/evolution.yaml"), false, Map.of("users", "20"));
    FilePlan asWritten =
        FilePlan.of(
            "evolution", file, null, Map.of("25", "25"), Map.of(), Set.of(), new Blocks(1, 1));
    FileChanges changes = new FileChanges(StageArguments.NONE, null, null, List.of(), true);

    assertThat(asWritten.with(changes).on(1).variants()).noneMatch(Variant::isOriginal);
  }

  @Test
  void thePageSaysWhatBrokeAndHowManyUsersThereWere() {
    VariantsReport report = new VariantsReport(plan, results());

    assertThat(report.load()).startsWith("JMeter, 10,000 users");
    assertThat(report.answers())
        .anySatisfy(
            card -> {
              assertThat(card.about()).isEqualTo(ONE_THREAD);
              assertThat(card.text()).startsWith("Nothing broke. ");
            });
    assertThat(report.remarks()).contains("At most 7 users were alive at once.");
  }

  private List<Verdict> verdicts() {
    return new VariantsReport(plan, results()).judged();
  }

  private List<VariantResult> results() {
    List<VariantResult> results = new ArrayList<>();
    for (VariantRun run : plan.runs()) {
      Variant variant = plan.variant(run.variant());
      long micros = 1_000 * p99.getOrDefault(run.variant(), 9L);
      Measurement measured =
          new Measurement(
              run.title(),
              variant.stage(),
              166.7,
              new Figures(10_000, 0, 1_000, micros, micros, micros, micros, micros),
              Collections.nCopies(Figures.CURVE.size(), 1_000L),
              0,
              60_000,
              new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of()),
              null,
              ServerView.NOTHING,
              null);
      results.add(VariantSamples.ofJMeter(run, measured, new VariantResult.JMeterUsers(7, true)));
    }
    return results;
  }
}
