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

  @Test
  void aServerWithManyProcessorsGetsUsersForThem() {
    assertThat(SweepPlan.SCALE.on(2)).isEqualTo(SweepPlan.SCALE);
    assertThat(SweepPlan.SCALE.on(31)).isEqualTo(SweepPlan.SCALE);

    SweepPlan many = SweepPlan.SCALE.on(32);

    assertThat(many.users()).containsExactly(16, 128, 1_000, 2_048);
    assertThat(many.parts()).isEqualTo(SweepPlan.SCALE.parts());
    assertThat(new SweepOrder(many.in(new Blocks(1, 7))).runs())
        .filteredOn(run -> run.part() == null && run.stage().equals("event-loop"))
        .extracting(SweepRun::users)
        .contains(2_048);
  }

  @Test
  void otherPlansHaveTheSameUsersOnAnyMachine() {
    assertThat(SweepPlan.FAN_OUT.on(128)).isEqualTo(SweepPlan.FAN_OUT);
    assertThat(SweepPlan.SCALE.quick().on(128)).isEqualTo(SweepPlan.SCALE.quick());
  }

  private List<String> points(String server) {
    return runs.stream()
        .filter(run -> run.server().equals(server))
        .map(run -> run.users() + " " + run.keepAlive())
        .toList();
  }
}
