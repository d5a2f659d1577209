package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Recording;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.process.Children;
import tailgate.lab.run.StageRun;
import tailgate.lab.run.Testbed;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** Runs of {@code evolution} at fake stages, with a JMeter that makes up its samples. */
@Tag("slow")
class UsersOfJMeterTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);

  @TempDir Path root;

  private final Children children = new Children(PLENTY);
  private final StringWriter progress = new StringWriter();

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void aStageThatFailsDoesNotKeepTheOthersFromBeingMeasured() throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("event-loop", FakeStage.Behaviour.DIES)
            .with("threadpool", FakeStage.Behaviour.SERVES);

    Recording<VariantResult> made = make(project, "event-loop", "threadpool");

    assertThat(made.failures())
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure.reason())
                    .startsWith("ended before it answered, with exit code 3"));
    assertThat(made.results())
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.run().variant()).isEqualTo("threadpool");
              assertThat(result.measured().requests()).isEqualTo(20);
              assertThat(result.users()).isEqualTo(new VariantResult.JMeterUsers(1, true));
            });
    assertThat(progress.toString())
        .containsPattern("/2, 0:\\d\\d left] \\S+/threadpool: .*, p50 5.0 ms, p99 5.0 ms, 0 f");
  }

  @Test
  void aStageThatDiesUnderLoadWasNotMeasured() throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.ASKS_ONCE)
            .with("threadpool", FakeStage.Behaviour.DIES_WHEN_ASKED_TWICE);

    Recording<VariantResult> made = make(project, "threadpool");

    assertThat(made.results()).isEmpty();
    assertThat(made.failures().get(0).reason()).startsWith("ended under load, with exit code 4");
  }

  private Recording<VariantResult> make(FakeProject project, String... stages)
      throws IOException, LabException, InterruptedException {
    ExperimentFile file =
        ExperimentReader.read(
            Path.of("experiments/evolution.yaml"), true, Map.of("users", "20", "ramp-up", "0s"));
    Map<String, List<String>> only = Map.of("stage", List.of(stages), "cache", List.of("caffeine"));
    VariantsPlan plan =
        FilePlan.of("evolution", file, null, Map.of("25", "25"), only, Set.of(), new Blocks(1, 1))
            .on(1);
    StageRun stageRun = new StageRun(project.project(), 0, FakeProject.JAVA, PLENTY);
    return Recording.of(
        VariantSamples.experiment(
            new Testbed(stageRun, (load, server, context) -> {}, Optional.empty()), plan, root),
        root.resolve("raw"),
        children,
        new PrintWriter(progress));
  }
}
