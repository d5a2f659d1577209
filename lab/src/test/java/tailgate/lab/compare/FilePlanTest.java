package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tailgate.lab.LabException;
import tailgate.lab.claim.Verdict;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.plan.ExperimentReader;

/** A file becomes the plan of a run, or is refused before anything starts. */
class FilePlanTest {

  /** Returns the file that the contributing guide shows. */
  private static String example() throws IOException {
    String guide = Files.readString(Path.of("../CONTRIBUTING.md"));
    int begin = guide.indexOf("```yaml\n") + "```yaml\n".length();
    return guide.substring(begin, guide.indexOf("```", begin));
  }

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
    VariantsPlan plan = plan(example());
    LoadSpec load = plan.traffic().measured(plan.variant("event-loop, gzip"), 1);

    assertThat(load.headers()).isEqualTo(Map.of("Accept-Encoding", "gzip"));
    assertThat(load.path()).isEqualTo("/data.json");
    assertThat(load.segments().get(1).perSecond()).isEqualTo(500);
    assertThat(plan.variant("event-loop, gzip").base()).isEqualTo("event-loop, none");
    assertThat(plan.twins()).containsExactly("threadpool, none");
    assertThat(new VariantsReport(plan, VariantSamples.results(plan, Map.of())).judged())
        .extracting(Verdict::about)
        .containsExactly(
            "threadpool: gzip costs at most 5 % more processor time",
            "virtual-threads: gzip costs at most 5 % more processor time",
            "event-loop: gzip costs at most 5 % more processor time");
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
  void whatIsNotRunFromAFileYetIsNamed() throws Exception {
    String text = example();

    assertThatThrownBy(() -> plan(text + "leave-out: back-end\n"))
        .isInstanceOf(LabException.class)
        .hasMessage(
            "mine.yaml: this is not run from a file yet: leave-out: back-end without its capacity");
    assertThatThrownBy(() -> plan(text.replace("columns: [cpu]", "columns: [refused]")))
        .isInstanceOf(LabException.class)
        .hasMessage("mine.yaml: this is not run from a file yet: the figure refused");
    assertThatThrownBy(() -> plan(text.replace("figure: cpu", "figure: recovery")))
        .isInstanceOf(LabException.class)
        .hasMessage("mine.yaml: this is not run from a file yet: the figure recovery");
  }

  @Test
  void aUsersOwnFileCanHavePhases() throws Exception {
    String text =
        """
        question: How long does a spike last?
        load:
          capacity: {users-per-worker: 2, workers: 4, time: 2s}
          give-up: 1s
          phases:
            - {at: 0.5x, time: 1s, uncounted: true}
            - {name: before, at: low, time: 2s}
            - {name: spike, at: 3x, time: 1s}
            - {drain: true}
          main: spike
        arms:
          name: "{stage}"
          with: {rates: {low: 10/s}}
          axes: {stage: [threadpool, event-loop]}
        """;

    VariantsPlan plan = plan(text);
    Phases phases = Objects.requireNonNull(plan.traffic().phases());
    Variant.Demand demand = plan.variants().get(0).ownDemand();

    assertThat(demand.capacityUsers()).isEqualTo(8);
    assertThat(phases.segments(demand, 100))
        .extracting(Segment::perSecond, Segment::millis)
        .containsExactly(
            tuple(50.0, 1_000L), tuple(10.0, 2_000L), tuple(300.0, 1_000L), tuple(0.0, 2_500L));
    assertThatThrownBy(() -> plan(text.replace("low: 10/s", "high: 10/s")))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("no rate \"low\"; there are high");
    assertThatThrownBy(() -> plan(text.replaceAll("  capacity: .*\\n", "")))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("mine.yaml:8: needs \"capacity\" in the load");
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
    assertThat(crossed.twins()).containsExactly("Java 25, g1, 256m");
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
    assertThat(idlers.twins()).containsExactly("event-loop by request, few");
  }

  @Test
  void claimsFindARealServerWithAndWithoutVirtualThreads() {
    VariantsPlan servers =
        VariantSamples.plan(
            "servers", false, Map.of("stage", List.of("jetty", "jetty-virtual")), 6);

    assertThat(servers.variants())
        .extracting(Variant::stage, variant -> variant.setting().get("server"))
        .containsExactly(tuple("jetty", "jetty"), tuple("jetty-virtual", "jetty"));
    assertThat(servers.variants())
        .extracting(variant -> variant.setting().get("threads"))
        .containsExactly("platform", "virtual");
    assertThat(servers.twins()).containsExactly("waits, jetty");
  }

  @Test
  void anEventLoopTakesPartWhereHandlersDoNotWait() {
    assertThat(
            VariantSamples.plan("servers", false, Map.of("handler", List.of("computes")), 6)
                .variants())
        .extracting(Variant::name)
        .contains("computes, netty")
        .doesNotContain("waits, netty");
  }
}
