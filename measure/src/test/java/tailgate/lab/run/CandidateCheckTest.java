package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.machine.Isolation;
import tailgate.lab.process.Children;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** The procedure; what is compared is in the tests of Parity. */
@EnabledOnOs(OS.LINUX)
class CandidateCheckTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);

  @TempDir Path root;

  private final Children children = new Children(PLENTY);
  private final StringWriter console = new StringWriter();

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void aCandidateThatAnswersAsTheStageDoesIsMeasured() throws Exception {
    List<String> lines = check(FakeStage.Behaviour.SERVES, true);

    assertThat(lines).hasSize(1);
    assertThat(lines.get(0))
        .startsWith("other, asked for the same: 200, 0 bytes, head of ")
        .contains(" ms (threadpool: 200, 0 bytes, ", "; 40 of 40 kept connections answered");
    assertThat(console.toString()).isEqualToIgnoringNewLines("candidate " + lines.get(0));
    assertThat(root.resolve("raw/other/server.log")).exists();
  }

  @Test
  void aCandidateThatDiffersIsRefused() throws Exception {
    assertThatThrownBy(() -> check(FakeStage.Behaviour.SERVES_TWO_CONNECTIONS, true))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("candidate other is not measured: it has a limit of connections: ")
        .hasMessageEndingWith(". Change it, or say --on-difference record");
  }

  @Test
  void aCandidateThatDoesNotAnswerWith200IsNamed() {
    assertThatThrownBy(() -> check(FakeStage.Behaviour.SERVES_404, false))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("other: answers GET http://127.0.0.1:")
        .hasMessageContaining("/data.json with 404");
  }

  private List<String> check(FakeStage.Behaviour behaviour, boolean refuses) throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.FAILS)
            .with("threadpool", FakeStage.Behaviour.SERVES)
            .with("other", behaviour);
    Candidate other =
        Candidate.parse(
            "other='%s' -jar '%s' --port {port}"
                .formatted(FakeProject.JAVA, project.project().jarOf("other")));
    StageRun stages =
        new StageRun(
            project.project(), 0, FakeProject.JAVA, PLENTY, Isolation.NONE, List.of(other));
    CandidateCheck.Asked asked =
        new CandidateCheck.Asked("threadpool", List.of(), "/data.json", null, Set.of(true), 40);
    return new CandidateCheck(stages, refuses)
        .check(
            asked,
            new RunContext(
                children,
                new PrintWriter(console, true),
                Files.createDirectories(root.resolve("raw"))));
  }
}
