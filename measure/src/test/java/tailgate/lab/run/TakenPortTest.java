package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** A port that was free when it was chosen is taken when the stage binds it. */
@Tag("slow")
class TakenPortTest {

  @TempDir Path root;

  private final Children children = new Children(Duration.ofSeconds(5));
  private final List<Ready> ready = new ArrayList<>();
  private FakeProject project;

  @BeforeEach
  void create() throws IOException {
    project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("threadpool", FakeStage.Behaviour.SERVES);
  }

  @AfterEach
  void stop() {
    children.close();
  }

  @Test
  void theStageIsStartedAgainAtOtherPorts() throws Exception {
    run(0, javaThatFindsPortsTaken(2));

    assertThat(ready).hasSize(1);
    assertThat(commands()).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void afterSomeTriesItIsGivenUp() throws Exception {
    String java = javaThatFindsPortsTaken(100);

    assertThatThrownBy(() -> run(0, java))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("ended before it answered, with exit code 1")
        .hasMessageContaining("Address already in use");
    assertThat(commands()).hasSize(3);
  }

  @Test
  void anotherFailureIsNoReasonToTryAgain() throws Exception {
    project.with("threadpool", FakeStage.Behaviour.DIES);

    assertThatThrownBy(() -> run(0, javaThatFindsPortsTaken(0)))
        .hasMessageContaining("no such luck");
    assertThat(commands()).hasSize(1);
  }

  @Test
  void aPortThatTheUserHasChosenStays() throws Exception {
    int port = Ports.free();

    run(port, javaThatFindsPortsTaken(1));

    assertThat(ready).extracting(Ready::port).containsExactly(port);
    assertThat(commands()).hasSize(2).allMatch(command -> command.contains("--port " + port));
  }

  private void run(int port, String java) throws Exception {
    StageRun stages = new StageRun(project.project(), port, java, Duration.ofSeconds(30));
    PrintWriter nobody = new PrintWriter(Writer.nullWriter());
    try (RunningServer running =
        stages.start(
            new ServerSpec("threadpool", List.of()),
            Project.DATA,
            new RunContext(children, nobody, root))) {
      ready.add(running.ready());
    }
  }

  /** It says so itself at its first starts. */
  private String javaThatFindsPortsTaken(int times) throws IOException {
    Path script = root.resolve("java");
    Files.writeString(
        script,
        String.format(
            Locale.ROOT,
            """
            #!/bin/sh
            echo "$*" >>'%1$s/commands'
            if [ "$(wc -l <'%1$s/commands')" -le %2$d ]; then
              echo 'threadpool: cannot listen on admin port 1: Address already in use' >&2
              exit 1
            fi
            exec '%3$s' "$@"
            """,
            root,
            times,
            FakeProject.JAVA));
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script.toString();
  }

  private List<String> commands() throws IOException {
    return Files.readAllLines(root.resolve("commands"));
  }
}
