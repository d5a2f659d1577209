package tailgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

  private static final Duration PLENTY = Duration.ofSeconds(30);

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

    List<Outcome> outcomes = compare(project, 0, "broken", "sound");

    assertThat(outcomes).extracting(Outcome::stage).containsExactly("broken", "sound");
    assertThat(reason(outcomes.get(0))).startsWith("ended before it answered, with exit code 3");
    assertThat(outcomes.get(1))
        .asInstanceOf(InstanceOfAssertFactories.type(Outcome.Measured.class))
        .extracting(measured -> measured.summary().samples())
        .isEqualTo(20);
    assertThat(progress.toString())
        .contains("[1/2] broken: FAILED: ended before it answered")
        .contains("[2/2] sound: ready on port ")
        .contains("20 requests, p50 5 ms, p99 5 ms, 0 errors");
  }

  @Test
  void aStageThatDiesUnderLoadWasNotMeasured() throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.ASKS_ONCE)
            .with("weak", FakeStage.Behaviour.DIES_WHEN_ASKED_TWICE);

    assertThat(reason(compare(project, 0, "weak").get(0)))
        .startsWith("ended under load, with exit code 4");
  }

  @Test
  void aPortThatIsTakenIsNotMistakenForTheStage() throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("sound", FakeStage.Behaviour.SERVES);

    try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = stranger.getLocalPort();

      assertThat(reason(compare(project, port, "sound").get(0)))
          .startsWith("port " + port + " is taken");
    }
  }

  @Test
  void nothingIsStartedOnceTheLabIsGoingDown() throws Exception {
    FakeProject project = FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES);
    children.close();

    assertThat(compare(project, 0, "sound")).isEmpty();
  }

  private List<Outcome> compare(FakeProject project, int port, String... stages)
      throws InterruptedException {
    return new Comparison(
            new StageRun(project.project(), port, FakeProject.JAVA, PLENTY),
            List.of(stages),
            new Load(20, Duration.ZERO),
            Injectors.NONE,
            root.resolve("raw"))
        .run(children, new PrintWriter(progress));
  }

  private static String reason(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    return ((Outcome.Failed) outcome).reason();
  }
}
