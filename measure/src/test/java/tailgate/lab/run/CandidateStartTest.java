package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.PortOwners;
import tailgate.lab.process.Children;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;
import tailgate.lab.testing.Processes;

/** Servers from elsewhere: here, too, fake ones. */
@EnabledOnOs(OS.LINUX)
class CandidateStartTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);

  @TempDir Path root;

  private final Children children = new Children(PLENTY);
  private final StringWriter progress = new StringWriter();

  /** What the command line of the stages has. */
  private List<String> arguments = List.of();

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void allProcessesOfACandidateAreKnownAndEnd() throws Exception {
    List<Long> seen = new ArrayList<>();

    start(
        "sleep 1000 & " + server(),
        ready -> {
          seen.addAll(ready.processes().orElseThrow().get());
          assertThat(seen).contains(ready.pid());
          assertThat(ready.stats()).isEmpty();
        });

    assertThat(seen).hasSizeGreaterThan(1);
    await().until(() -> seen.stream().noneMatch(Processes::run));
  }

  @Test
  void aCandidateRunsOnTheJavaOfTheStagesAndLearnsWhatTheyDo() throws Exception {
    arguments = List.of("--workers", "8", "--simulate-io", "20ms", "--simulate-cpu=1ms");

    start(
        "echo {java} {handler} >{dir}/words; " + server(),
        ready ->
            assertThat(root.resolve("raw/words"))
                .content()
                .startsWith(FakeProject.JAVA + " ")
                .contains("/raw/pauses.log")
                .endsWith(" --simulate-io 20ms --simulate-cpu=1ms\n"));
  }

  @Test
  void aCandidateThatLearnsAPortForStatisticsHasThemThere() throws Exception {
    start(
        "echo {admin} >{dir}/admin; " + server(),
        ready ->
            assertThat(root.resolve("raw/admin"))
                .content()
                .isEqualTo(ready.stats().orElseThrow().getPort() + "\n"));
  }

  @Test
  void aCommandThatDoesNotExistIsReportedWithItsLastWords() {
    assertThatThrownBy(() -> start("no-such-server {port}", ready -> {}))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("ended before it answered, with exit code 127\n")
        .hasMessageContaining("no-such-server");
  }

  @Test
  void aServerThatGoesToTheBackgroundIsRefused() {
    assertThatThrownBy(() -> start("setsid " + server() + " &", ready -> {}))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("the server has to stay in the foreground, as nginx does with -g");
  }

  @Test
  void aServerThatHasLeftItsSessionIsCountedAndEnds() throws Exception {
    List<Long> left = new ArrayList<>();

    start(
        "setsid " + server() + " & wait",
        ready -> {
          left.addAll(PortOwners.ON_THIS_MACHINE.of(ready.port()));
          assertThat(ready.processes().orElseThrow().get()).containsAll(left);
        });

    assertThat(left).hasSize(1);
    await().until(() -> left.stream().noneMatch(Processes::run)); // a signal takes a moment
  }

  /** The fake stage as a command. */
  private String server() {
    return "'%s' -jar '%s' --port {port}"
        .formatted(FakeProject.JAVA, root.resolve("threadpool/target/threadpool.jar"));
  }

  /** What is done at a server while it is there. */
  @FunctionalInterface
  private interface Work {
    void at(Ready server) throws Exception;
  }

  private void start(String command, Work work) throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.FAILS)
            .with("threadpool", FakeStage.Behaviour.SERVES);
    Candidate candidate = Candidate.parse("other=" + command);
    StageRun stages =
        new StageRun(
            project.project(), 0, FakeProject.JAVA, PLENTY, Isolation.NONE, List.of(candidate));
    Path raw = Files.createDirectories(root.resolve("raw"));
    RunContext context = new RunContext(children, new PrintWriter(progress, true), raw);
    try (RunningServer running =
        stages.start(new ServerSpec("other", arguments), "/data.json", context)) {
      work.at(running.ready());
      running.checkAlive();
    }
  }
}
