package tailgate.lab.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.choose.GateFiles;
import tailgate.lab.choose.GateFiles.Verdict;
import tailgate.lab.compare.VariantResult;
import tailgate.lab.compare.VariantRun;
import tailgate.lab.compare.VariantsExperiment;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.project.Project;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.run.StageRun;
import tailgate.lab.run.Testbed;
import tailgate.lab.summary.Measurements;

/** By made-up runs, all of which have a P50 of 2 ms. */
class ChangeGateTest {

  private static final int BASE = 10_000;
  private static final Blocks ENOUGH = Blocks.sequential(0.05, 7);

  @TempDir Path root;

  private final StringWriter console = new StringWriter();

  @Test
  void aTailThatIsSurelyNotLongerIsNotWorse() throws Exception {
    assertThat(verdict(ENOUGH, BASE, 0)).isEqualTo(Verdict.HELD);

    assertThat(console.toString().replaceAll("\\s+", " "))
        .contains(" NOT WORSE: new.jar after old.jar, GET /. P99 not worse, sure: 10.0 against ");
  }

  @Test
  void aTailThatIsSurelyLongerIsWorseAndFailsTheTest() throws Exception {
    assertThat(verdict(ENOUGH, 2 * BASE, 0)).isEqualTo(Verdict.NOT_HELD);

    assertThat(Files.readString(root.resolve("change.xml")))
        .contains(
            "failures=\"1\" errors=\"0\"",
            "<testcase classname=\"GET /\" name=\"head is not worse than base\">",
            "P99 worse, sure: 20.0 against 10.0 ms [ratio 2.0");
    assertThat(Files.readString(root.resolve("change.md")))
        .startsWith("**WORSE**: `new.jar` after `old.jar`, GET /. P99 worse, sure: ");
  }

  @Test
  void aServerThatFailsMoreOftenIsWorseHoweverQuickItIs() throws Exception {
    assertThat(verdict(ENOUGH, BASE, 500)).isEqualTo(Verdict.NOT_HELD);

    assertThat(console.toString().replaceAll("\\s+", " "))
        .contains("failures worse, sure: 5,000 requests failed");
  }

  @Test
  void aTailAtTheBoundIsInDoubt() throws Exception {
    assertThat(verdict(ENOUGH, 11 * BASE / 10, 0)).isEqualTo(Verdict.DOUBTED);

    assertThat(console.toString()).contains("NOT KNOWN: ").contains("P99 not sure: ");
  }

  @Test
  void aSingleBlockTestsNothing() throws Exception {
    assertThat(verdict(new Blocks(1, 7), 2 * BASE, 0)).isEqualTo(Verdict.DOUBTED);

    assertThat(console.toString()).contains("P99 measured, not tested: ");
  }

  @Test
  void withoutRunsTheReasonIsTheAnswer() throws Exception {
    ChangePlan plan = plan(ENOUGH);
    VariantsExperiment experiment = experiment(plan);
    Failure failure = new Failure("block-1/head", "ended before it answered");

    experiment.publish(List.of(), List.of(failure, failure));

    assertThat(experiment.exitCode(List.of())).isEqualTo(3);
    assertThat(Files.readString(root.resolve("change.md")))
        .isEqualTo("**NOT KNOWN**: `new.jar` after `old.jar`, GET /. ended before it answered\n");
  }

  @Test
  void bothAreAskedTheSameAtTheRateThatWasFound() throws Exception {
    VariantsExperiment experiment = experiment(plan(ENOUGH));

    assertThat(experiment.report(List.of()).load())
        .contains("617 arrivals a second, Poisson, GET /, kept connections", "; Java 25 is 25.0.3");
    assertThat(experiment.runs().stream().filter(run -> run.block() == 1))
        .extracting(VariantRun::server)
        .containsExactlyInAnyOrder("block-1/base", "block-1/base-again", "block-1/head");
    assertThat(experiment.fewest()).isEqualTo(6 * 3);
  }

  @Test
  void aServerThatHasAlwaysFailedIsNotBlamedOnTheChange() throws Exception {
    assertThat(verdict(ENOUGH, BASE, 500, 500)).isEqualTo(Verdict.DOUBTED);

    assertThat(console.toString()).contains("Requests to base fail, too.");
  }

  private Verdict verdict(Blocks blocks, long headP99, long headFailed) throws Exception {
    return verdict(blocks, headP99, headFailed, 0);
  }

  private Verdict verdict(Blocks blocks, long headP99, long headFailed, long baseFailed)
      throws Exception {
    VariantsExperiment experiment = experiment(plan(blocks));
    List<VariantResult> results = new ArrayList<>();
    for (VariantRun run : experiment.runs()) {
      boolean isHead = run.variant().equals(ChangePlan.HEAD);
      long spread = run.block() % 2 == 0 ? 50 : -50;
      long p99 = (isHead ? headP99 : BASE) + spread * (run.twin() ? -1 : 1);
      results.add(result(run, p99, isHead ? headFailed : baseFailed));
    }
    experiment.publish(results, List.of());
    Verdict verdict = ChangeGate.verdict(experiment.report(results));
    assertThat(experiment.exitCode(results)).isEqualTo(verdict.exitCode());
    return verdict;
  }

  private static ChangePlan plan(Blocks blocks) {
    return new ChangePlan("old.jar", "new.jar", "/", "GET /", true, blocks.count() == 1, blocks);
  }

  private VariantsExperiment experiment(ChangePlan plan) throws Exception {
    StageRun stages = new StageRun(new Project(root), 0, "java", Duration.ofSeconds(1));
    GateFiles files = new GateFiles(root.resolve("change.xml"), root.resolve("change.md"));
    return plan.at(
        617.4,
        new Testbed(stages, (load, server, context) -> {}, Optional.empty()),
        Map.of("25", "25.0.3"),
        Map.of("25", "java"),
        new ChangeGate(plan, files, new PrintWriter(console, true)));
  }

  private static VariantResult result(VariantRun run, long p99, long failed) {
    Measurement one = new Measurements().of(run.variant(), run.variant());
    Measurement measured =
        new Measurement(
            one.name(),
            one.stage(),
            one.perSecond(),
            new Figures(10_000, failed, 2_000, 2_000, 2_000, p99, p99, p99, 0L, 100.0, null, null),
            one.curve(),
            one.startEpochMillis(),
            one.millis(),
            one.latency(),
            one.health(),
            one.server(),
            null);
    return new VariantResult(run, measured, null, null, null, null, null, null, null, null);
  }
}
