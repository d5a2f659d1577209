package tailgate.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.run.StageRun;
import tailgate.lab.run.Testbed;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;

class SweepExperimentTest {

  private static final SweepResult LATE = SweepSamples.late("threadpool", 64);

  @TempDir Path root;

  @Test
  void aRunOfSeveralBlocksIsMadeAgainIfItsGeneratorWasLate() throws Exception {
    SweepExperiment tenBlocks = sweep(SweepPlan.SCALE.in(new Blocks(10, 1)));

    assertThat(tenBlocks.spoiled(LATE)).contains("the generator fell behind");
    assertThat(tenBlocks.spoiled(SweepSamples.result("threadpool", 64, false, 7_000, 1, 2, 0)))
        .isEmpty();
  }

  @Test
  void aRunThatLeftRequestsBehindIsNotMadeAgainAtTheSameServer() throws Exception {
    SweepExperiment tenBlocks = sweep(SweepPlan.SCALE.in(new Blocks(10, 1)));

    assertThat(
            tenBlocks.spoiled(
                SweepSamples.unanswered(SweepSamples.late("singlethreaded", 500), 451)))
        .isEmpty();
  }

  @Test
  void nothingIsMadeAgainWhereThereIsNoVerdict() throws Exception {
    assertThat(sweep(SweepPlan.SCALE.in(new Blocks(1, 1))).spoiled(LATE)).isEmpty();
    assertThat(sweep(SweepPlan.SCALE.quick()).spoiled(LATE)).isEmpty();
  }

  @Test
  void theEstimateHasAWarmUpForEachKindOfConnectionThatAServerGets() throws Exception {
    SweepPlan stages =
        SweepPlan.SCALE
            .only(List.of(SweepPlan.COMPARISON))
            .with(List.of("threadpool"), SweepPlan.SCALE.users())
            .in(new Blocks(1, 1));

    assertThat(whole(stages.connecting(List.of(true, false))))
        .isEqualTo(whole(stages.connecting(List.of(true))).multipliedBy(2));
  }

  private Duration whole(SweepPlan plan) throws IOException {
    SweepExperiment sweep = sweep(plan);
    return sweep.perRun().multipliedBy(sweep.runs().size());
  }

  private SweepExperiment sweep(SweepPlan plan) throws IOException {
    FakeProject project = FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES);
    return new SweepExperiment(
        new Testbed(
            new StageRun(project.project(), 0, FakeProject.JAVA, Duration.ofSeconds(30)),
            (load, server, context) -> {}),
        plan);
  }
}
