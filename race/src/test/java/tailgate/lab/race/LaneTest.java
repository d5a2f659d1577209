package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.run.StageRun;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** One lane, whose own thread fails where the test wants it. */
@Tag("slow")
class LaneTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);
  private static final String STAGE = "threadpool";

  @TempDir Path root;

  private final Children children = new Children(Duration.ofSeconds(5));
  private final Control control = new Control(RaceSettings.USUAL, System::nanoTime);

  /** What the clock of the lane throws once; null for nothing. */
  private final AtomicReference<@Nullable Error> fault = new AtomicReference<>();

  private RaceFolder site;
  private Lane lane;
  private Thread thread;

  @BeforeEach
  void start() throws Exception {
    Project project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with(STAGE, FakeStage.Behaviour.SERVES)
            .project();
    site = RaceFolder.make(project);
    StageRun run = new StageRun(project, 0, FakeProject.JAVA, PLENTY);
    lane = new Lane(STAGE, run, children, site, control, this::clock);
    thread = Thread.ofPlatform().daemon().unstarted(lane::run);
  }

  @AfterEach
  void stop() throws Exception {
    children.close();
    thread.interrupt();
    thread.join(PLENTY);
    site.close();
  }

  private long clock() {
    Error thrown = fault.getAndSet(null);
    if (thrown != null) {
      throw thrown;
    }
    return System.nanoTime();
  }

  @Test
  void anUnexpectedErrorMakesItDeadUntilItIsStartedAgain() {
    fault.set(new LinkageError("a fault"));
    thread.start();
    await().until(() -> lane.state().phase() == LaneState.Phase.DEAD);
    assertThat(lane.state().reason()).isEqualTo("java.lang.LinkageError: a fault");
    assertThat(hasServer()).isFalse();

    control.start(STAGE);

    await().until(() -> lane.state().isRunning());
  }

  /** Else a page would take the server of the scene before for the one that it waits for. */
  @Test
  void isNoLongerRunningOnceAnotherServerIsWanted() {
    thread.start();
    await().until(() -> lane.state().isRunning());

    control.change(JsonFiles.tree(Map.of("handler", "wait-10ms")));

    assertThat(lane.state().isStarting()).isTrue();
    await().until(() -> lane.state().isRunning());

    control.restartAll();

    assertThat(lane.state().isStarting()).isTrue();
    await().until(() -> lane.state().isRunning());
  }

  private boolean hasServer() {
    return ProcessHandle.current()
        .children()
        .anyMatch(child -> child.info().commandLine().orElse("").contains(root.toString()));
  }
}
