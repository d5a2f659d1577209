package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.run.CandidateCheck;
import tailgate.lab.run.StageRun;
import tailgate.lab.run.Testbed;
import tailgate.lab.summary.Measurements;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;

/** The plans, runs and reports of experiments with several numbers of users. */
class ManyUsersTest {

  private static final VariantsPlan SCALE = VariantSamples.plan("scale", 10);
  private static final VariantResult LATE = UserSamples.late("threadpool", 128);

  @TempDir Path root;

  private final VariantsPlan two = UserSamples.plan("fan-out", List.of(10, 1_000), List.of());

  private final VariantsReport report =
      new VariantsReport(
          two,
          Stream.of(10, 1_000)
              .flatMap(
                  users ->
                      Stream.of("threadpool", "virtual-threads")
                          .map(stage -> result(UserSamples.name(stage, users, true), 1)))
              .toList());

  private static VariantResult result(String name, int block) {
    return VariantSamples.result(
        new VariantRun(name, name, block, false),
        new Measurements()
            .failed(5, 7)
            .kernel("cpu", 0.6, 0.6)
            .kernel("rss", 92.4, 80.0)
            .of(name, "threadpool"));
  }

  // ---- plan

  @Test
  void aServerGetsAllItsPointsAndSoDoesTheOneThatIsMadeTwice() {
    List<VariantRun> first = SCALE.runs().stream().filter(run -> run.block() == 1).toList();

    assertThat(points(first, "block-1/threadpool-again"))
        .hasSize(6)
        .containsExactlyInAnyOrderElementsOf(points(first, "block-1/threadpool"));
    assertThat(points(first, "block-1/threadpool-rust-pool")).hasSize(8);
    assertThat(points(first, "block-1/threadpool-rust-pool-again")).hasSize(2);
  }

  private static List<String> points(List<VariantRun> runs, String server) {
    return runs.stream()
        .filter(run -> run.server().equals(server))
        .map(VariantRun::variant)
        .toList();
  }

  @Test
  void aClaimHasAllBlocksAndTheStagesThatNoClaimIsAboutHaveThree() {
    assertThat(SCALE.runs()).extracting(VariantRun::folder).doesNotHaveDuplicates();
    assertThat(SCALE.runs().stream().filter(run -> run.block() == 4).map(VariantRun::variant))
        .isNotEmpty()
        .allMatch(name -> name.contains(": "));
  }

  @Test
  void aPartDoesTheWorkOfItsOrigin() {
    Variant pool = SCALE.variant("rust-pool: threadpool, 16 users, new connections");

    assertThat(pool.arguments())
        .containsExactly("--workers", "8", "--queue-kind", "lock", "--simulate-cpu", "100us");
    assertThat(SCALE.traffic().measured(pool, 1).keepAlive()).isFalse();
    assertThat(pool.path()).isEqualTo("/page.txt");
    assertThat(pool.file()).isEqualTo(1_024);
    assertThat(pool.isOriginal()).isTrue();
  }

  @Test
  void aPartThatTheUserHasChangedDoesNot() throws Exception {
    StageArguments more = new StageArguments(Map.of("threadpool", List.of("--workers", "9")));
    Variant pool =
        plan(new FileChanges(more, null, null, List.of(), false), Map.of(), 2)
            .variant("rust-pool: threadpool, 16 users, new connections");

    assertThat(pool.isOriginal()).isFalse();
    assertThat(pool.arguments()).endsWith("--workers", "9").doesNotContain("8");
  }

  private static VariantsPlan plan(
      FileChanges changes, Map<String, List<String>> only, int processors) throws Exception {
    return FilePlan.of(
            "scale",
            ExperimentReader.read(Path.of("experiments/scale.yaml"), false, Map.of()),
            null,
            Map.of("25", "25.0.3"),
            only,
            Set.of(),
            new Blocks(10, 7))
        .with(changes)
        .on(processors);
  }

  @Test
  void aServerWithManyProcessorsGetsUsersForThem() throws Exception {
    VariantsPlan many = plan(FileChanges.NONE, Map.of(), 32);
    Variant most = many.variant("event-loop, 2,048 users, new connections");

    assertThat(many.mostUsers()).isEqualTo(2_048);
    assertThat(most.setting()).containsEntry("users", "2048");
    assertThat(most.server()).isEqualTo("event-loop");
    assertThat(many.twins()).contains("threadpool, 2,048 users");
    assertThat(plan(FileChanges.NONE, Map.of(), 31)).isEqualTo(SCALE);
  }

  @Test
  void theShortFormIsAboutTheComparisonOfStagesAndAPartKeepsItsPoints() {
    assertThat(VariantSamples.plan("scale", 1).variants())
        .extracting(Variant::name)
        .hasSize(12)
        .contains("event-loop, 128 users")
        .noneMatch(name -> name.contains(": ") || name.contains("new"));
    assertThat(
            VariantSamples.plan("scale", true, Map.of("part", List.of("c-server")), 1).variants())
        .hasSize(10);
  }

  @Test
  void aCandidateIsOneMoreStageOfTheComparison() throws Exception {
    VariantsPlan plan = plan(FileChanges.NONE, Map.of("stage", List.of("threadpool", "nginx")), 2);

    assertThat(plan.variants().stream().filter(one -> !one.setting().containsKey("part")))
        .extracting(Variant::stage)
        .hasSize(12)
        .containsOnly("threadpool", "nginx");
    assertThat(plan.variants()).extracting(Variant::stage).contains("adaptive-pool");
    assertThat(VariantsExperiment.asked(plan))
        .contains(
            new CandidateCheck.Asked(
                "threadpool", List.of(), "/data.json", null, Set.of(true, false), 1_000));
    assertThat(
            VariantsExperiment.asked(
                VariantSamples.plan("scale", false, Map.of("part", List.of("rust-pool")), 1)))
        .isEmpty();
  }

  // ---- warm-up

  @Test
  void aServerIsWarmedWithAllKindsOfConnectionsThatFollowAndLastWithTheFirstOfThem()
      throws Exception {
    assertThat(kinds("threadpool, 16 users")).containsExactly(false, true);
    assertThat(kinds("threadpool, 16 users, new connections")).containsExactly(true, false);
    assertThat(kinds("singlethreaded, 16 users")).containsExactly(false);
  }

  private List<Boolean> kinds(String name) throws Exception {
    return warmUp(SCALE, name).stream().map(LoadSpec::keepAlive).toList();
  }

  /** Returns the loads that warm a server whose first variant has a name. */
  private List<LoadSpec> warmUp(VariantsPlan plan, String first) throws Exception {
    return experiment(plan).servers().warmUp(plan.variant(first)).orElseThrow().loads();
  }

  @Test
  void aThreadThatWaitsInItsHandlerIsWarmedByFewUsers() throws Exception {
    VariantsPlan waits = VariantSamples.plan("slow-handler", 10);

    assertThat(warmUpUsers(waits, "event-loop, 500 users")).isEqualTo(4);
    assertThat(warmUpUsers(waits, "threadpool, 500 users")).isEqualTo(500);
    assertThat(warmUpUsers(SCALE, "event-loop, 16 users")).isEqualTo(128);
  }

  private int warmUpUsers(VariantsPlan plan, String name) throws Exception {
    return warmUp(plan, name).getFirst().users();
  }

  // ---- runs

  @Test
  void aRunOfSeveralBlocksIsMadeAgainIfItsGeneratorWasLate() throws Exception {
    assertThat(experiment(10).spoiled(LATE)).contains("the generator fell behind");
    assertThat(experiment(1).spoiled(LATE)).isEmpty();
  }

  @Test
  void aRunThatLeftRequestsBehindIsNotMadeAgainAtTheSameServer() throws Exception {
    assertThat(experiment(10).spoiled(UserSamples.unanswered(LATE, 451))).isEmpty();
  }

  @Test
  void aRunAtAColdServerIsMadeAgainAtAnotherOne() throws Exception {
    VariantsExperiment cold = experiment(VariantSamples.plan("java-memory", 10));

    assertThat(cold.spoiled(LATE)).contains("the generator fell behind");
    assertThat(cold.spoiled(UserSamples.unanswered(LATE, 451))).isPresent();
  }

  private VariantsExperiment experiment(int blocks) throws Exception {
    return experiment(VariantSamples.plan("scale", blocks));
  }

  private VariantsExperiment experiment(VariantsPlan plan) throws Exception {
    FakeProject project = FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES);
    StageRun stages = new StageRun(project.project(), 0, FakeProject.JAVA, Duration.ofSeconds(30));
    return VariantSamples.experiment(
        new Testbed(stages, (load, server, context) -> {}, Optional.empty()), plan, root);
  }

  // ---- report

  @Test
  void aRowForEachArm() {
    assertThat(report.text().replaceAll(" +", " "))
        .containsPattern("\\| threadpool, 1,000 users \\| 1 \\| 100.0 \\| 7 \\| 0 \\| 2.0 \\| 2.0 ")
        .contains("- threadpool, 1,000 users: First, at 0.5 s, the first request failed")
        .doesNotContain("- threadpool, 10 users");
  }

  @Test
  void aDocumentGetsAColumnForEachNumberOfUsers() {
    assertThat(report.digest().replaceAll(" +", " "))
        .contains(
            """
            Connections kept:

            | figure | stage | 10 users | 1,000 users |
            """,
            """
            | answers/s | threadpool | 100 | 100 |
            | | virtual-threads | 100 | 100 |
            | P50 ms |\
            """,
            "| | virtual-threads | 5.61 | 5.61 |",
            "| failed | threadpool | 7 | 7 |")
        .doesNotContain("A new connection each", "First, at");
  }

  @Test
  void aBlockInDoubtIsInNoFigureOfADocument() {
    VariantsReport blocks =
        new VariantsReport(two, List.of(inBlock(1, 200, 7.0), inBlock(2, 3_000, 9.0)));

    assertThat(blocks.digest().replaceAll(" +", " "))
        .contains(
            "| RSS MiB | threadpool | 7 |", "| generator | threadpool | lag (1 of 2 left out) |");
  }

  private static VariantResult inBlock(int block, long lagMicros, double rss) {
    String name = "threadpool, 10 users";
    return VariantSamples.result(
        new VariantRun(name, name, block, false),
        new Measurements()
            .unanswered(0)
            .health(new Health(100, 100, 0, 0, lagMicros, 9_000, 1.0, 0.0, 100.0, null, null))
            .kernel("rss", rss)
            .of(name, "threadpool"));
  }

  @Test
  void aPartSaysWhatItsServersAndRequestsAre() {
    assertThat(new VariantsReport(SCALE, List.of()).load())
        .startsWith(
            "Hyperfoil, closed model, GET /data.json, 5 s after 2 s of warm-up; rust-pool:"
                + " threadpool --workers 8 --queue-kind lock --simulate-cpu 100us, GET /page.txt;");
  }

  @Test
  void thePageHasCurvesOfTheMostUsersAndFiguresByUsers() {
    HtmlReport page = report.page();

    assertThat(page.sections()).hasSize(1); // there are no results of new connections
    HtmlReport.Section section = Objects.requireNonNull(page.sections().get(0));
    assertThat(section.title()).isEqualTo("Connections kept");
    assertThat(section.charts())
        .extracting(Chart::title)
        .containsExactly(
            "Latency with 1,000 users",
            "Answers",
            "Latency, P99",
            "Memory of the server",
            "Slowest answer of each 100 ms",
            "Processor time of the server");
    assertThat(section.charts().get(0).series())
        .extracting(Chart.Series::name)
        .containsExactly("threadpool", "virtual-threads");
  }
}
