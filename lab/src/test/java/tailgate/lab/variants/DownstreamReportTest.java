package tailgate.lab.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.summary.Measurements;
import tailgate.lab.variants.PhaseResults.BackEndView;

/** The plan of {@code downstream}, and what is said of results that are made up. */
class DownstreamReportTest {

  private static final String BOUNDED = "http-virtual-semaphore";
  private static final String UNBOUNDED = "http-virtual-unbounded";
  private static final Path FILE = Path.of("experiments/downstream.yaml");

  private static final VariantsPlan PLAN =
      VariantSamples.plan("downstream", false, Map.of("part", List.of("http")), 10);

  private static PhasedLoad load(String arm) {
    Phases phases = Objects.requireNonNull(PLAN.traffic().phases());
    return new PhasedLoad(PLAN.traffic(), phases, PLAN.variant(arm));
  }

  @Test
  void threeTimesAsMuchArrivesAsTheBackEndCanDo() {
    PhasedLoad loads = load(BOUNDED);
    LoadSpec open = loads.open(loads.nominal(), 1);

    assertThat(open.segments())
        .extracting(Segment::perSecond)
        .containsExactly(360.0, 200.0, 1_200.0, 200.0);
    assertThat(open.users()).as("connections for all clients who wait").isGreaterThan(1_200);
    assertThat(loads.mostUsers()).isEqualTo(open.users());
    Phases phases = Objects.requireNonNull(PLAN.traffic().phases());
    assertThat(loads.capacity(Objects.requireNonNull(phases.ofBackEnd())))
        .extracting(LoadSpec::users, LoadSpec::model)
        .containsExactly(32, LoadSpec.Model.CLOSED);
  }

  @Test
  void aPoolOfAsManyWorkersAsSlotsRefusesWhatItCouldNotAnswerInTime() {
    assertThat(PLAN.variant("http-pool-16").arguments())
        .containsExactly(
            "--handler-jar",
            Variant.BACK_END_HANDLERS,
            "--handler",
            "tailgate.downstream.UrlConnection",
            "--workers",
            "16",
            "--queue",
            "100",
            "--overload",
            "reject");
    assertThat(PLAN.started()).contains("virtual-threads", "threadpool");
  }

  @Test
  void whatNobodyCouldBeAnsweredInIsRefused() {
    assertThatThrownBy(() -> changed("service-time", "2s"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("give-up must be longer than a call takes");
    assertThatThrownBy(() -> changed("slots", "1000"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining(" clients would be waiting at the same time; take fewer slots");
  }

  private static FilePlan changed(String parameter, String value) throws Exception {
    return FilePlan.of(
        "downstream",
        ExperimentReader.read(FILE, false, Map.of(parameter, value)),
        null,
        Map.of("25", "25.0.3"),
        Map.of(),
        Set.of(),
        new Blocks(1, 7));
  }

  @Test
  void aUsersOwnFileCanHaveABackEnd() throws Exception {
    String text = Files.readString(FILE);

    assertThat(
            new ExperimentReader("mine.yaml")
                .read(text.replace("needs: downstream", "needs: []"), false, Map.of()))
        .satisfies(
            file ->
                assertThatThrownBy(
                        () ->
                            FilePlan.of(
                                "mine",
                                file,
                                text,
                                Map.of("25", "25.0.3"),
                                Map.of(),
                                Set.of(),
                                new Blocks(1, 7)))
                    .hasMessage(
                        "mine.yaml: this is not run from a file yet: back-end without needs:"
                            + " downstream"));
  }

  @Test
  void aBoundedArmThatKeepsMostOfTheBackEndHolds() {
    assertThat(report(BOUNDED, 390, 398).verdicts())
        .contains("HELD: 390 of 398 a second, 98 %")
        .doesNotContain("NOT HELD");
    assertThat(report(BOUNDED, 360, 398).verdicts()).contains("NOT HELD: 360 of 398 a second");
  }

  @Test
  void ofAnUnboundedArmNothingIsClaimed() {
    assertThat(report(UNBOUNDED, 20, 398).verdicts())
        .contains("20 of 398 a second, 5 %")
        .doesNotContain("HELD");
  }

  @Test
  void aBackEndThatIsNotWhatItShouldBeLeavesNoVerdict() {
    assertThat(report(BOUNDED, 360, 370).verdicts())
        .contains("no block counts")
        .contains("takes no part in a verdict: the back end itself answered 370 a second, and");
  }

  @Test
  void theTableHasWhatWasLost() {
    List<List<String>> table = report(UNBOUNDED, 20, 400).table();

    assertThat(table.get(0))
        .startsWith("arm", "blocks", "answers/s", "% of the back end", "refused/s", "gave up/s")
        .endsWith("back end: connections", "waiting", "% of calls for nobody");
    assertThat(table.get(1))
        .startsWith(UNBOUNDED, "10", "20 ±0.0 %", "5 ±0.0 %")
        .endsWith("25 ±0.0 %")
        .hasSameSizeAs(table.get(0));
  }

  /** Has ten blocks of an arm, each with a second run. */
  private static VariantsReport report(String arm, double perSecond, double ceiling) {
    List<VariantResult> results = new ArrayList<>();
    for (int block = 1; block <= 10; block++) {
      for (boolean isTwin : List.of(false, true)) {
        double noise = 1 + (block % 2 - 0.5) * (isTwin ? 0.002 : 0.001);
        VariantRun run = new VariantRun(arm, PLAN.variant(arm).server(), block, isTwin);
        results.add(result(run, perSecond * noise, ceiling * noise));
      }
    }
    return new VariantsReport(PLAN, results);
  }

  private static VariantResult result(VariantRun run, double perSecond, double ceiling) {
    List<PhaseResult> phases = List.of(phase("before"), phase("overload"), phase("after"));
    BackEndView view = new BackEndView(400, ceiling, 16, 1, 2_000, 500);
    return new VariantResult(
        run,
        new Measurements().perSecond(perSecond).of(run.title(), "virtual-threads"),
        null,
        null,
        null,
        null,
        null,
        null,
        new PhaseResults(phases, null, null, view),
        null);
  }

  private static PhaseResult phase(String name) {
    Figures figures = new Figures(1_000, 0, 2_000, 2_000, 2_000, 3_000, 4_000, 4_000);
    return new PhaseResult(
        name, 3.0, 12, 1_000, 1_000, 0, 0, figures, figures, 0, 0, null, null, null, null);
  }
}
