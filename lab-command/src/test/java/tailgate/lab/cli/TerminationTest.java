package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.results.Archive;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** The lab as a process of its own, because the end of a JVM is what this is about. */
@Tag("slow")
class TerminationTest {

  @TempDir Path root;

  @Test
  void sigtermLeavesNoOrphansAndKeepsWhatWasMeasured() throws Exception {
    FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES_AND_HANGS)
        .with("threadpool", FakeStage.Behaviour.SERVES)
        .withExperiments();
    Process lab = startLab();
    List<ProcessHandle> family;
    try {
      await().untilAsserted(this::assertMeasures);
      family = lab.descendants().toList();
    } finally {
      lab.destroy();
    }

    assertThat(lab.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(lab.exitValue()).isEqualTo(128 + 15);
    assertThat(family).as("server and JMeter").hasSize(2).noneMatch(ProcessHandle::isAlive);
    assertThat(Files.readString(root.resolve("out")))
        .contains("cut short after 3 requests", "| threadpool (cut short) |", "/report.html");
    assertThat(root.resolve("raw/report.html")).exists();
    assertThat(new Archive(root.resolve("raw/runs.jsonl.gz")).read().results()).hasSize(1);
  }

  @Test
  void sigtermEndsARaceWithItsServersAndItsFiles() throws Exception {
    FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
        .with("threadpool", FakeStage.Behaviour.SERVES);
    Path files = Files.createDirectory(root.resolve("files"));
    Process lab =
        start(
            List.of("-Djava.io.tmpdir=" + files),
            List.of("race", "--port=0", "--no-open", "--stages=threadpool"));
    List<ProcessHandle> family;
    try {
      await().until(() -> lab.descendants().findAny().isPresent());
      family = lab.descendants().toList();
    } finally {
      lab.destroy();
    }

    assertThat(lab.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(lab.exitValue()).as("as serve").isZero();
    assertThat(family).noneMatch(ProcessHandle::isAlive);
    assertThat(files).isEmptyDirectory();
    assertThat(Files.readString(root.resolve("out")))
        .contains("The race is at http://127.0.0.1:")
        .hasLineCount(1);
  }

  private void assertMeasures() throws IOException {
    assertThat(root.resolve("raw/block-1/caffeine-threadpool-true/threadpool/samples.jtl"))
        .as(Files.readString(root.resolve("out")))
        .exists();
  }

  private Process startLab() throws IOException {
    return start(
        List.of(),
        List.of(
            "compare",
            "evolution",
            "--cpus=shared",
            "--on-busy=ignore",
            "--stages=threadpool",
            "--cache=caffeine",
            "--warm-up=true",
            "--out=" + root.resolve("raw")));
  }

  private Process start(List<String> jvm, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(FakeProject.JAVA));
    command.addAll(jvm);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Lab.class.getName()));
    command.addAll(arguments);
    command.add("--project-root=" + root);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(root.resolve("out").toFile())
        .start();
  }
}
