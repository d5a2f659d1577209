package tailgate.lab.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.plan.ExperimentReader;

/** A file becomes the plan of a run, or is refused before anything starts. */
class FilePlanTest {

  private static final String BROTLI =
      """
      question: What does Accept-Encoding br cost?
      load: {users: 64, at: 500/s, warm-up: 5s, time: 20s}
      arms:
        name: "{stage}, {encoding}"
        axes:
          stage: [threadpool, event-loop]
          encoding: {none: {}, br: {headers: {Accept-Encoding: br}}}
        base: {encoding: none}
        twin: {stage: threadpool, encoding: none}
      claims:
        says: br costs at most 5 % more
        each: stage
        conditions: {figure: cpu, of: {encoding: br}, than: {encoding: none}, is: at most 1.05}
      """;

  private static VariantsPlan plan(String text) throws LabException {
    return FilePlan.of(
            "mine",
            new ExperimentReader("mine.yaml").read(text, false, Map.of()),
            text,
            Map.of("25", "25.0.3"),
            Map.of(),
            Set.of(),
            new Blocks(10, 7))
        .on(2);
  }

  @Test
  void aUsersOwnFileIsAPlanWithItsClaims() throws Exception {
    VariantsPlan plan = plan(BROTLI);
    LoadSpec load = plan.traffic().measured(plan.variant("event-loop, br"), 1);

    assertThat(load.headers()).isEqualTo(Map.of("Accept-Encoding", "br"));
    assertThat(load.path()).isEqualTo("/data.json");
    assertThat(load.segments().get(1).perSecond()).isEqualTo(500);
    assertThat(plan.variant("event-loop, br").base()).isEqualTo("event-loop, none");
    assertThat(plan.twin()).isEqualTo("threadpool, none");
    assertThat(new VariantsReport(plan, VariantSamples.results(plan, Map.of())).judged())
        .extracting(verdict -> verdict.about())
        .containsExactly("br costs at most 5 % more", "br costs at most 5 % more");
  }

  @Test
  void eachVariantCanHaveUsersAndConnectionsOfItsOwn() throws Exception {
    VariantsPlan plan =
        plan(
            """
            question: How many?
            load: {time: 5s}
            arms:
              name: "{users}, {connections}"
              with: {stage: threadpool}
              axes: {users: [16, 1000], connections: [kept, new]}
            """);
    LoadSpec load = plan.traffic().measured(plan.variant("1,000, new"), 1);

    assertThat(load.users()).isEqualTo(1_000);
    assertThat(load.keepAlive()).isFalse();
    assertThat(plan.traffic().measured(plan.variant("16, kept"), 1).keepAlive()).isTrue();
  }

  @Test
  void whatIsNotRunFromAFileYetIsNamed() {
    String text = BROTLI + "measure: seconds\n";

    assertThatThrownBy(() -> plan(text + "candidates: true\n"))
        .isInstanceOf(LabException.class)
        .hasMessage("mine: a file cannot be run with this yet: measure: seconds, candidates");
    assertThatThrownBy(() -> plan(BROTLI + "table: {columns: refused}\n"))
        .isInstanceOf(LabException.class)
        .hasMessage("mine: a file cannot be run with the column refused yet");
  }

  @Test
  void aFlagAddsArms() {
    VariantsPlan crossed =
        VariantSamples.plan(
            "jvm", false, VariantSamples.javas(), Map.of(), Set.of("--crossed"), 10);

    assertThat(crossed.variants())
        .hasSize(4 * 3 + 4 + 4)
        .extracting(Variant::name)
        .doesNotHaveDuplicates()
        .contains("Java 25, zgc, 64m", "Java 25, zgc, 256m, compact headers")
        .doesNotContain("Java 21, zgc, 64m", "Java 25, zgc, 64m, compact headers");
    assertThat(crossed.twin()).isEqualTo("Java 25, g1, 256m");
  }

  @Test
  void theNewestJavaIsTheBaseWhereverItIsNamed() {
    Map<String, String> javas = new LinkedHashMap<>();
    javas.put("new", "25.0.3");
    javas.put("old", "21.0.8");

    assertThat(
            VariantSamples.plan("jvm", true, javas, Map.of(), Set.of(), 1)
                .variant("Java old, g1, 256m")
                .base())
        .isEqualTo("Java new, g1, 256m");
  }

  @Test
  void aWayThatIsAskedForBringsTheOneThatItIsComparedWith() {
    assertThat(VariantSamples.plan("carriers", false, Map.of("way", List.of("spin")), 2).variants())
        .extracting(Variant::name)
        .containsExactly("Java 21, pool", "Java 21, spin", "Java 25, pool", "Java 25, spin");
  }

  @Test
  void aStageThatIsAskedForTakesPartByEachDispatchThatFitsIt() {
    VariantsPlan idlers =
        VariantSamples.plan("idlers", false, Map.of("stage", List.of("event-loop")), 2);

    assertThat(idlers.variants())
        .extracting(Variant::name)
        .containsExactly(
            "event-loop by request, few",
            "event-loop by request, idle",
            "event-loop by request, slow");
    assertThat(idlers.twin()).isEqualTo("event-loop by request, few");
  }
}
