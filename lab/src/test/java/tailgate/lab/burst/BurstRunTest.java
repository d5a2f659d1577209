package tailgate.lab.burst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

class BurstRunTest {

  private static final BurstWorkload WAITING =
      BurstWorkload.ALL.stream().filter(w -> w.name().equals("io-50ms")).findFirst().orElseThrow();

  private static final List<BurstCandidate> POOLS = BurstCandidate.all(64);

  @Test
  void eachBlockHasAllCandidatesAndTheAdaptivePoolTwice() {
    List<BurstRun> runs = BurstRun.all(List.of(WAITING), List.of(true), new Blocks(2, 7), POOLS);

    assertThat(runs.subList(0, 6))
        .extracting(BurstRun::folder)
        .containsExactlyInAnyOrder(
            "io-50ms/keep-alive/1-fixed",
            "io-50ms/keep-alive/1-fixed-27",
            "io-50ms/keep-alive/1-fixed-64",
            "io-50ms/keep-alive/1-adaptive",
            "io-50ms/keep-alive/1-adaptive-again",
            "io-50ms/keep-alive/1-reference");
    assertThat(runs).hasSize(12);
  }

  @Test
  void aQuickLookHasNoArmTwice() {
    assertThat(BurstRun.all(List.of(WAITING), List.of(true), new Blocks(1, 7), POOLS))
        .hasSize(5)
        .noneMatch(BurstRun::twin);
  }

  @Test
  void aPoolThatIsJustLargeEnoughIsOnlyThereWhereThatIsKnown() {
    assertThat(BurstRun.all(BurstWorkload.ALL, List.of(true), new Blocks(1, 7), POOLS))
        .filteredOn(run -> run.candidate().role() == Role.FIXED_27)
        .extracting(run -> run.workload().name())
        .containsExactlyInAnyOrder("io-10ms", "io-50ms", "io-exp-20ms");
  }

  @Test
  void theSpikeIsMoreThanEightWorkersCanDoAndTheRestIsLess() {
    double capacity = 8 / 0.050;

    assertThat(WAITING.segments(BurstPlan.FULL))
        .filteredOn(segment -> segment.kind() == Kind.SPIKE)
        .hasSize(1)
        .allMatch(segment -> segment.perSecond() > 3 * capacity);
    assertThat(WAITING.segments(BurstPlan.FULL))
        .filteredOn(segment -> segment.kind().counts() && segment.kind() != Kind.SPIKE)
        .allMatch(segment -> segment.perSecond() < capacity);
  }

  @Test
  void theWarmUpHasSpikesLikeTheOneThatCounts() {
    List<Segment> all = WAITING.segments(BurstPlan.FULL);
    Segment spike =
        all.stream().filter(segment -> segment.kind() == Kind.SPIKE).findFirst().orElseThrow();

    assertThat(all)
        .filteredOn(segment -> segment.kind() == Kind.WARM_UP)
        .filteredOn(segment -> segment.perSecond() == spike.perSecond())
        .hasSize(3)
        .allMatch(segment -> segment.millis() == spike.millis());
    assertThat(all).last().extracting(Segment::kind).isEqualTo(Kind.COOL_DOWN);
  }

  @Test
  void whatASpikeLeavesBehindDrainsBeforeTheNext() {
    for (BurstWorkload workload : BurstWorkload.ALL) {
      if (workload.waits()) {
        double capacity = workload.quiet() / 0.125;
        double backlog = (workload.spike() - capacity) * BurstPlan.FULL.spike().toSeconds();
        double drained =
            (capacity - workload.coolDown()) * BurstPlan.FULL.coolDown().toSeconds()
                + (capacity - workload.quiet()) * BurstPlan.FULL.quiet().toSeconds();

        assertThat(drained).as(workload.name()).isGreaterThan(backlog);
      }
    }
  }

  @Test
  void argumentsOfTheUserReplaceTheirOwnKind() {
    BurstCandidate adaptive = BurstCandidate.all(64).get(3);

    assertThat(adaptive.with(List.of("--queue", "10", "--policy", "ladder")).arguments())
        .containsExactly(
            "--min-workers", "8", "--max-workers", "64", "--queue", "10", "--policy", "ladder");
  }

  @Test
  void segmentsAddUpToTheTimeOfARun() {
    long millis = WAITING.segments(BurstPlan.FULL).stream().mapToLong(Segment::millis).sum();

    assertThat(millis).isEqualTo(BurstPlan.FULL.total().toMillis());
  }
}
