package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** A start that does not succeed leaves nothing, also if the lab is stopped meanwhile. */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class ServerStartTest {

  @TempDir Path root;

  private final Children children = new Children(Duration.ofSeconds(5));

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void aServerThatDoesNotListenHasEndedWhenItsStartFails() {
    assertThatThrownBy(() -> start(Duration.ofMillis(300)))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("did not answer");

    assertThat(servers()).isEmpty();
  }

  @Test
  void ifTheLabIsStoppedTheStartFailsAndNoOtherOneIsTried() throws Exception {
    FutureTask<RunningServer> starting = new FutureTask<>(() -> start(Duration.ofMinutes(5)));
    Thread.ofPlatform().start(starting);
    await().until(() -> !servers().isEmpty());

    children.close(); // as Ctrl-C does

    assertThatThrownBy(starting::get)
        .hasCauseInstanceOf(LabException.class)
        .hasMessageContaining("ended before it answered");
    assertThat(servers()).isEmpty();
    assertThatThrownBy(() -> start(Duration.ofMinutes(5)))
        .isInstanceOf(IOException.class)
        .hasMessage("the lab is closing down");
  }

  private RunningServer start(Duration readyTimeout) throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.FAILS)
            .with("threadpool", FakeStage.Behaviour.NEVER_LISTENS);
    return new StageRun(project.project(), 0, FakeProject.JAVA, readyTimeout)
        .start(
            new ServerSpec("threadpool", List.of()),
            Project.DATA,
            new RunContext(children, new PrintWriter(Writer.nullWriter()), root));
  }

  /** Returns the processes of this test, which have its folder in their command. */
  private List<ProcessHandle> servers() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains(root.toString()))
        .toList();
  }
}
