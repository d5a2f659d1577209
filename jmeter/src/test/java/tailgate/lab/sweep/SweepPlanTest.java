package tailgate.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.experiment.Blocks;

class SweepPlanTest {

  private final List<SweepRun> runs = new SweepOrder(SweepPlan.SCALE.in(new Blocks(1, 7))).runs();

  /** Else its server would have another past at each point. */
  @Test
  void theArmThatIsMadeTwiceHasTheSamePointsBothTimes() {
    assertThat(points("block-1/threadpool-again"))
        .hasSize(6)
        .containsExactlyInAnyOrderElementsOf(points("block-1/threadpool"));
  }

  @Test
  void aServerIsWarmedWithAllKindsOfConnectionsThatFollowAndLastWithTheFirstOfThem() {
    SweepRun kept = new SweepRun("threadpool", 16, true, 1, false, null);
    SweepRun fresh = new SweepRun("threadpool", 16, false, 1, false, null);

    assertThat(SweepExperiment.warmUpKinds(kept, runs)).containsExactly(false, true);
    assertThat(SweepExperiment.warmUpKinds(fresh, runs)).containsExactly(true, false);
    assertThat(SweepExperiment.warmUpKinds(kept, List.of(kept))).containsExactly(true);
  }

  @Test
  void aServerThatKeepsNoConnectionIsWarmedWithNewOnes() {
    SweepRun kept = new SweepRun("singlethreaded", 16, true, 1, false, null);

    assertThat(SweepExperiment.warmUpKinds(kept, runs)).containsExactly(false);
  }

  @Test
  void allArmsHaveTheNumbersOfUsersThatWereAskedFor() {
    SweepPlan asked = SweepPlan.SCALE.with(SweepPlan.SCALE.stages(), List.of(1, 16));

    assertThat(new SweepOrder(asked.in(new Blocks(1, 7))).runs())
        .filteredOn(run -> run.part() == null && run.stage().equals("event-loop"))
        .extracting(SweepRun::users)
        .containsOnly(1, 16);
  }

  private List<String> points(String server) {
    return runs.stream()
        .filter(run -> run.server().equals(server))
        .map(run -> run.users() + " " + run.keepAlive())
        .toList();
  }
}
