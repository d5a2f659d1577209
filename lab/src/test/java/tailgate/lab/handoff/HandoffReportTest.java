package tailgate.lab.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Segment;
import tailgate.lab.report.HtmlReport;

class HandoffReportTest {

  private final HandoffPlan plan =
      new HandoffPlan(List.of("lock", "park"), List.of(16), 10_000, 3, 0)
          .working(List.of(false), 1, null, null, StageArguments.NONE);

  private final HandoffReport report =
      new HandoffReport(
          plan,
          List.of(
              HandoffSamples.result("lock", 16, 1, 20_000),
              HandoffSamples.result("park", 16, 1, 22_000),
              HandoffSamples.result("lock", 16, 2, 30_000),
              HandoffSamples.result("park", 16, 2, 33_000),
              HandoffSamples.result("lock", 16, 3, 21_000),
              HandoffSamples.result("park", 16, 3, 99_000, 5)));

  @Test
  void eachBlockHasAllKindsAndConditionsTwice() {
    List<HandoffRun> runs = HandoffPlan.FULL.in(new Blocks(10, 7)).runs();

    assertThat(runs).hasSize(3 * 14 + 7 * 8);
    assertThat(runs.subList(0, 14))
        .extracting(HandoffRun::folder)
        .doesNotHaveDuplicates()
        .contains("16-workers-new/1-lock", "16-workers-new/1-lock-again", "32-workers-new/1-park");
    assertThat(runs.subList(runs.size() - 8, runs.size()))
        .as("time is finite, so kinds that no claim is about have fewer blocks")
        .extracting(HandoffRun::kind)
        .containsOnly("lock", "semaphores", "park");
  }

  @Test
  void theLoadIsThatOfTheFutexStudy() {
    LoadSpec load = HandoffPlan.FULL.load(new HandoffRun("lock", 16, 1, false, true));

    assertThat(load.users()).isEqualTo(50);
    assertThat(load.threads()).isEqualTo(LoadSpec.ALL_CORES);
    assertThat(load.segments())
        .extracting(Segment::arrivals)
        .containsExactly(10_000L, 10_000L, 10_000L, 10_000L);
    assertThat(load.segments()).extracting(Segment::label).doesNotHaveDuplicates();
    assertThat(load.keepAlive()).isFalse();
    assertThat(HandoffPlan.TEN_BYTES).hasSize(10);
  }

  @Test
  void aRequestOnANewConnectionComputesSoThatTheGeneratorIsNotTheLimit() {
    HandoffRun onNew = new HandoffRun("lock", 16, 1, false, true);
    HandoffRun onKept = new HandoffRun("lock", 16, 1, false, false);

    assertThat(plan.arguments(onNew)).endsWith("--simulate-cpu", "100us");
    assertThat(plan.arguments(onKept)).doesNotContain("--simulate-cpu");
    assertThat(plan.doesTheWork(onNew)).isTrue();
    assertThat(report.load()).contains("connections new (--simulate-cpu 100us), GET");
  }

  @Test
  void oldRunsWithoutThatWorkAreNotWhatTheClaimIsAbout() {
    HandoffPlan old =
        new HandoffPlan(
            List.of("lock"),
            List.of(16),
            10_000,
            3,
            0,
            List.of(false),
            3,
            null,
            null,
            null,
            null,
            null);
    HandoffRun run = new HandoffRun("lock", 16, 1, false, true);

    assertThat(old.arguments(run)).doesNotContain("--simulate-cpu");
    assertThat(old.doesTheWork(run)).isFalse();
    assertThat(old.load(run).threads()).isEqualTo(8);
    assertThat(new HandoffReport(old, List.of()).load())
        .contains("50 users on 8 threads, connections new, GET");
  }

  @Test
  void aRowForEachKindHasTheMeansOfTheBlocksThatCount() {
    assertThat(report.text().replaceAll(" +", " "))
        .contains("| lock | 16 | 3 | 23,270 | 20,000 | 30,000 | 1.23 | 4.56 | 50 |")
        .contains("| park | 16 | 2 | 26,944 | 22,000 | 33,000 | 1.23 | 4.56 | 50 |")
        .contains("- 16 workers: waiting as on a futex is slightly faster")
        .contains("FIRST IMPRESSION: park served 110 % of what lock did");
  }

  @Test
  void theTrialInTheMiddleStandsForTheOthers() {
    assertThat(report.measurements())
        .extracting(Measurement::name)
        .containsExactly("lock, 16 workers, new connections", "park, 16 workers, new connections");
    assertThat(report.measurements().get(0).perSecond()).isEqualTo(21_000);
  }

  @Test
  void thePageHasVerdictsAndTheCurvesOfAllKinds() {
    HtmlReport page = report.page();

    assertThat(page.answers()).hasSize(1);
    assertThat(page.answers().get(0).mood()).isEqualTo("open");
    assertThat(page.sections()).hasSize(1);
    assertThat(page.sections().get(0).charts().get(0).series()).hasSize(2);
  }
}
