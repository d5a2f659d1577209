package tailgate.lab.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Recording;
import tailgate.lab.jmeter.InjectorKey;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.process.Children;
import tailgate.lab.run.StageRun;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** The procedure, at fake stages and with a JMeter that makes up its samples. */
@Tag("slow")
class EvolutionExperimentTest {

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
            .with("broken", FakeStage.Behaviour.DIES)
            .with("sound", FakeStage.Behaviour.SERVES);

    Recording<EvolutionResult> made = make(project, 0, "broken", "sound");

    assertThat(reason(made)).startsWith("ended before it answered, with exit code 3");
    assertThat(made.results())
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.run().stage()).isEqualTo("sound");
              assertThat(result.measured().requests()).isEqualTo(20);
              assertThat(result.whole()).isTrue();
            });
    assertThat(progress.toString())
        .containsPattern("\\[1/2, 0:\\d\\d left] broken: FAILED: ended before it answered")
        .containsPattern("\\[2/2, 0:0\\d left] sound: 20 requests, p50 5 ms, p99 5 ms, 0 failed");
  }

  @Test
  void aStageThatDiesUnderLoadWasNotMeasured() throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.ASKS_ONCE)
            .with("weak", FakeStage.Behaviour.DIES_WHEN_ASKED_TWICE);

    Recording<EvolutionResult> made = make(project, 0, "weak");

    assertThat(made.results()).isEmpty();
    assertThat(reason(made)).startsWith("ended under load, with exit code 4");
  }

  @Test
  void aPortThatIsTakenIsNotMistakenForTheStage() throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("sound", FakeStage.Behaviour.SERVES);

    try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = stranger.getLocalPort();

      assertThat(reason(make(project, port, "sound"))).startsWith("port " + port + " is taken");
    }
  }

  @Test
  void nothingIsStartedOnceTheLabIsGoingDown() throws Exception {
    FakeProject project = FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES);
    children.close();

    Recording<EvolutionResult> made = make(project, 0, "sound");

    assertThat(made.results()).isEmpty();
    assertThat(made.failures()).isEmpty();
    assertThat(progress.toString()).isEmpty();
  }

  private Recording<EvolutionResult> make(FakeProject project, int port, String... stages)
      throws IOException, LabException, InterruptedException {
    StageRun stageRun = new StageRun(project.project(), port, FakeProject.JAVA, PLENTY);
    List<EvolutionRun> runs = EvolutionRun.all(List.of(stages), List.of("caffeine"));
    Injectors none = new Injectors(List.of(), new InjectorKey(Path.of("")));
    return Recording.of(
        EvolutionExperiment.with(
            stageRun,
            runs,
            new RampUpLoad(20, Duration.ZERO),
            new Blocks(1, 1),
            none,
            EvolutionExperiment.Work.USUAL),
        root.resolve("raw"),
        children,
        new PrintWriter(progress));
  }

  private static String reason(Recording<?> made) {
    assertThat(made.failures()).hasSize(1);
    return made.failures().get(0).reason();
  }
}
