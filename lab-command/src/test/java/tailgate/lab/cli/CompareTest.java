package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tailgate.lab.project.Project;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

@Tag("slow")
class CompareTest {

  @TempDir Path root;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void writesAPageATextAndItsRawResults() throws Exception {
    soundProject();

    assertThat(compare("evolution", "--quick", "--stages", "threadpool,event-loop", "--out", "raw"))
        .isZero();

    assertThat(out.toString())
        .contains("500 users in 3s ask every stage for /data.json", "4 runs, about ")
        .contains("[4/4, ", "/event-loop-no-cache: ", ", p50 5.0 ms, p99 5.0 ms, 0 failed")
        .contains("| threadpool, no cache ", "| event-loop ", "Nothing broke");
    assertThat(Files.readString(root.resolve("raw/report.md")))
        .contains("| threadpool ", "machine ", "commit ", "command   ");
    assertThat(Files.readString(root.resolve("raw/report.html")))
        .contains("\"threadpool, no cache\"", "Nothing broke");
    assertThat(root.resolve("raw/block-1/caffeine-threadpool-true/threadpool/samples.jtl"))
        .exists();
    assertThat(root.resolve("raw/runs.jsonl.gz")).exists();
  }

  @Test
  void anOptionOfTheEvolutionAsksForItWithoutItsName() throws Exception {
    soundProject();

    assertThat(
            compare(
                "--users=20",
                "--blocks=1",
                "--stages=threadpool",
                "--cache=lru",
                "--warm-up",
                "true"))
        .isZero();

    assertThat(out.toString()).contains("1 run, ", "| threadpool, cache lru ");
  }

  @Test
  void aFailedStageIsANonZeroExit() throws Exception {
    soundProject().with("threadpool", FakeStage.Behaviour.DIES);

    assertThat(
            compare(
                "--users=20",
                "--blocks=1",
                "--warm-up=true",
                "--cache=none",
                "--stages=threadpool,event-loop"))
        .isEqualTo(1);

    assertThat(out.toString()).contains("threadpool-no-cache: FAILED: ended before it answered");
  }

  @ParameterizedTest
  @CsvSource({
    "--stages=threadpoll, no stage 'threadpoll'; there are singlethreaded",
    "'--stages=threadpool,threadpool', --stages names a stage twice",
    "--cache=redis, 'no cache ''redis''; there are caffeine, none, lru, pinned'",
    "--users=0, '--users is a number from 1 to 1000000, not ''0'''",
    "'--injectors=127.0.0.1,127.0.0.1', '--injectors: an injector is named twice'",
    "--server-host=there, '--server-host is for choose, slow-handler, scale and fan-out'",
    "--load-host=there, '--load-host is for choose, slow-handler, scale and fan-out'",
    "--line=1ms, '--line is for choose, slow-handler, scale and fan-out'",
    "--port=70000, '--port must be between 1 and 65535, not 70000'",
    "--ramp-up=500ms, ': allowed here: whole seconds, because JMeter counts them'",
    "--ramp-up=soon, ': \"soon\" is not allowed here, but a time such as 20ms, 2s or 5m'",
    "--blokcs=1, 'unknown option ''--blokcs'', did you mean --blocks'",
  })
  void aWrongOptionIsOneClearLine(String option, String complaint) throws Exception {
    soundProject();

    assertThat(compare(option)).isEqualTo(2);

    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString())
        .startsWith("tailgate: ")
        .contains(complaint)
        .endsWith(" (compare --help explains)\n");
  }

  @Test
  void aPortThatIsTakenIsOneLineBeforeAnythingIsMeasured() throws Exception {
    soundProject();
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(compare("--stages=threadpool", "--port", "" + other.getLocalPort())).isEqualTo(1);

      assertThat(err)
          .hasToString(
              "tailgate: port "
                  + other.getLocalPort()
                  + " is taken (Address already in use); stop what listens there, or choose"
                  + " another\n");
    }
  }

  @Test
  void aFolderThatCannotBeMadeIsOneLineWithItsPath() throws Exception {
    soundProject();
    Path file = Files.writeString(root.resolve("file"), "");

    assertThat(compare("--stages=threadpool", "--out", file.resolve("raw").toString()))
        .isEqualTo(1);

    assertThat(err)
        .hasToString(
            "tailgate: cannot use "
                + file.resolve("raw")
                + ": Not a directory; --out chooses another folder\n");
  }

  @Test
  void whatIsMissingIsNamedWithItsRemedy() throws Exception {
    Project project = soundProject().project();

    assertThat(compare("--stages", "virtual-threads")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("tailgate: no " + project.jarOf("virtual-threads") + "; build it with");

    Files.delete(project.jmeterJar());
    assertThat(compare("--stages", "virtual-threads")).isEqualTo(1);
    assertThat(err.toString()).doesNotContain("JMeter");
    assertThat(compare("evolution")).isEqualTo(1);
    assertThat(err.toString()).contains("mvn -Pjmeter-home package");
  }

  @Test
  void theSelfCheckNeedsItsSecondGeneratorAndSaysSoAtOnce() throws Exception {
    Project project = soundProject().project();
    Files.delete(project.jmeterJar());

    assertThat(compare("--self-check")).isEqualTo(1);

    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "tailgate: no " + project.jmeterJar() + "; build it with: mvn -Pjmeter-home package");
  }

  @Test
  void withoutANameThereIsATour() throws Exception {
    assertThat(compare("--help")).isZero();

    assertThat(out.toString()).contains("it makes a tour");
  }

  @Test
  void anOldRunIsNotMixedWithANewOne() throws Exception {
    soundProject();

    assertThat(compare("--stages", "threadpool", "--out", root.toString())).isEqualTo(1);

    assertThat(err.toString()).contains("is not empty");
  }

  private FakeProject soundProject() throws IOException {
    return FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
        .with("threadpool", FakeStage.Behaviour.SERVES)
        .with("event-loop", FakeStage.Behaviour.SERVES)
        .withExperiments();
  }

  private int compare(String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "compare", "--cpus=shared", "--on-busy=ignore", "--project-root", root.toString()));
    for (String option : options) {
      arguments.add(option.equals("raw") ? root.resolve(option).toString() : option);
    }
    CommandLine lab = Lab.commandLine();
    lab.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return Lab.execute(lab, arguments.toArray(String[]::new));
  }
}
