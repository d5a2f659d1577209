package tailgate.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.Health;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Measurements;

class SweepReportTest {

  private final SweepPlan sweep =
      SweepPlan.SCALE.with(List.of("singlethreaded", "threadpool"), List.of(10, 1_000));

  private final SweepReport report =
      new SweepReport(
          sweep,
          Stream.of(10, 1_000)
              .flatMap(
                  users ->
                      Stream.of("singlethreaded", "threadpool")
                          .map(stage -> SweepSamples.run(stage, users, true)))
              .map(SweepReportTest::result)
              .toList());

  @Test
  void eachBlockHasAllArmsAtTheirPointsAndOneArmTwice() {
    SweepPlan plan = SweepPlan.FAN_OUT.in(new Blocks(10, 7));
    List<SweepRun> first = runs(plan, 1);

    assertThat(first).filteredOn(run -> run.server().equals("block-1/threadpool")).hasSize(4);
    assertThat(first)
        .filteredOn(run -> run.server().equals("block-1/virtual-threads-again"))
        .hasSize(4);
    assertThat(new SweepOrder(plan).runs()).hasSize(10 * first.size());
    assertThat(new SweepOrder(plan).runs()).extracting(SweepRun::folder).doesNotHaveDuplicates();
  }

  @Test
  void aClaimHasAllBlocksAndTheStagesThatNoClaimIsAboutHaveThree() {
    SweepPlan plan = SweepPlan.SCALE.in(new Blocks(10, 7));

    assertThat(new SweepOrder(plan).runs()).extracting(SweepRun::folder).doesNotHaveDuplicates();
    assertThat(runs(plan, 3))
        .extracting(SweepRun::server)
        .contains("block-3/event-loop", "block-3/threadpool-again");
    assertThat(runs(plan, 10))
        .extracting(SweepRun::server)
        .containsOnly(
            "block-10/rust-pool-threadpool",
            "block-10/rust-pool-threadpool-again",
            "block-10/rust-burst-threadpool",
            "block-10/rust-burst-threadpool-again",
            "block-10/rust-burst-adaptive-pool",
            "block-10/rust-submit-adaptive-pool",
            "block-10/rust-submit-adaptive-pool-again",
            "block-10/c-server-threadpool",
            "block-10/c-server-threadpool-again");
  }

  @Test
  void aPartDoesTheWorkOfItsOrigin() {
    SweepPlan plan = SweepPlan.SCALE.in(new Blocks(10, 7)).only(List.of("rust-pool"));
    SweepRun run = new SweepOrder(plan).runs().get(0);

    assertThat(new SweepOrder(plan).runs()).extracting(SweepRun::part).containsOnly("rust-pool");
    assertThat(plan.arguments(run))
        .startsWith("--workers", "8")
        .endsWith("--simulate-cpu", "100us");
    assertThat(plan.load(run).keepAlive()).isFalse();
    assertThat(plan.fileSize(run)).contains(1_024L);
    assertThat(plan.doesTheWork(run)).isTrue();
  }

  @Test
  void aPartThatTheUserHasChangedDoesNot() {
    SweepPlan plan = SweepPlan.SCALE.in(new Blocks(10, 7));
    SweepRun run = new SweepOrder(plan.only(List.of("rust-pool"))).runs().get(0);
    StageArguments more = new StageArguments(Map.of("threadpool", List.of("--workers", "9")));

    assertThat(plan.with(more).doesTheWork(run)).isFalse();
    assertThat(plan.with(more).arguments(run)).endsWith("--workers", "9").doesNotContain("8");
    assertThat(plan.asking("/other.txt", 10L).doesTheWork(run)).isFalse();
  }

  @Test
  void aThreadThatWaitsInItsHandlerIsWarmedByFewUsers() {
    SweepPlan plan = SweepPlan.SLOW_HANDLER;

    assertThat(plan.warmUpUsers(SweepSamples.run("singlethreaded", 500, true))).isEqualTo(4);
    assertThat(plan.warmUpUsers(SweepSamples.run("event-loop", 500, true))).isEqualTo(4);
    assertThat(plan.warmUpUsers(SweepSamples.run("thread-per-request", 500, true))).isEqualTo(500);
    assertThat(SweepPlan.SCALE.warmUpUsers(SweepSamples.run("event-loop", 16, true)))
        .isEqualTo(128);
  }

  private static List<SweepRun> runs(SweepPlan plan, int block) {
    return new SweepOrder(plan).runs().stream().filter(run -> run.block() == block).toList();
  }

  @Test
  void theRunsOfAServerFollowOneAnother() {
    List<String> servers =
        new SweepOrder(SweepPlan.SCALE.only(List.of(SweepPlan.COMPARISON)).in(new Blocks(3, 7)))
            .runs().stream().map(SweepRun::server).toList();
    long changes =
        IntStream.range(1, servers.size())
            .filter(i -> !servers.get(i).equals(servers.get(i - 1)))
            .count();

    assertThat(changes).isEqualTo(3 * 7 - 1);
  }

  @Test
  void aQuickLookIsShort() {
    SweepPlan quick =
        SweepPlan.SCALE.quick().only(List.of(SweepPlan.COMPARISON)).in(new Blocks(1, 7));

    assertThat(new SweepOrder(quick).runs()).hasSize(12).noneMatch(SweepRun::twin);
    assertThat(quick.settles()).isFalse();
  }

  @Test
  void aServerOfOneConnectionAtATimeGetsANewOneForEachRequest() {
    assertThat(SweepSamples.run("singlethreaded", 10, true).reuses()).isFalse();
    assertThat(SweepSamples.run("threadpool", 10, true).reuses()).isTrue();
  }

  @Test
  void aRowForEachRun() {
    assertThat(report.text().replaceAll(" +", " "))
        .contains(
            "| threadpool, 1,000 users | 100.0 | 7 (6.54 %) | 2.0 | 2.0 | 2.0 | 3.0 | – | 2.0 |"
                + " 5.61 | 92 | – |",
            "- threadpool, 1,000 users: First, at 0.5 s, the first request failed, of 7 in all.");
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
            | answers/s | singlethreaded | 100 | 100 |
            | | threadpool | 100 | 100 |
            | P50 ms |\
            """,
            "| | threadpool | 5.61 | 5.61 |",
            "| failed | singlethreaded | 7 | 7 |")
        .doesNotContain("A new connection each", "First, at");
  }

  @Test
  void aBlockInDoubtIsInNoFigureOfADocument() {
    SweepPlan plan = SweepPlan.SCALE.in(new Blocks(2, 7));
    SweepReport blocks =
        new SweepReport(plan, List.of(inBlock(1, 200, 7.0), inBlock(2, 3_000, 9.0)));

    assertThat(blocks.digest().replaceAll(" +", " "))
        .contains(
            "| RSS MiB | threadpool | 7 |", "| generator | threadpool | lag (1 of 2 left out) |");
  }

  private static SweepResult inBlock(int block, long lagMicros, double rss) {
    SweepRun run = new SweepRun("threadpool", 16, true, block, false, null);
    return new SweepResult(
        run,
        new Measurements()
            .unanswered(0)
            .health(new Health(100, 100, 0, 0, lagMicros, 9_000, 1.0, 0.0, 100.0, null))
            .kernel("rss", rss)
            .of(run.name(), run.stage()));
  }

  @Test
  void thePageHasCurvesOfTheMostUsersAndFiguresByUsers() {
    HtmlReport page = report.page();

    assertThat(page.sections()).hasSize(1); // there are no results of new connections
    assertThat(page.sections().get(0).charts())
        .extracting(Chart::title)
        .containsExactly(
            "Latency with 1,000 users",
            "Answers",
            "Latency, P99",
            "Memory of the server",
            "Slowest answer of each 100 ms",
            "Processor time of the server");
    assertThat(page.sections().get(0).charts().get(0).series())
        .extracting(Chart.Series::name)
        .containsExactly("singlethreaded", "threadpool");
  }

  private static SweepResult result(SweepRun run) {
    return new SweepResult(
        run,
        new Measurements()
            .failed(5, 7)
            .kernel("cpu", 0.6, 0.6)
            .kernel("rss", 92.4, 80.0)
            .of(run.name(), run.stage()));
  }
}
