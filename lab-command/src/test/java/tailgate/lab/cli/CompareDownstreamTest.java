package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;

/** What is wrong is one line, before anything is started. */
class CompareDownstreamTest {

  @TempDir Path root;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... options) {
    String[] words = new String[options.length + 4];
    words[0] = "compare";
    words[1] = "--project-root";
    words[2] = root.toString();
    words[3] = "downstream";
    System.arraycopy(options, 0, words, 4, options.length);
    CommandLine lab = Lab.commandLine();
    lab.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return Lab.execute(lab, words);
  }

  @BeforeEach
  void project() throws Exception {
    FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES).withExperiments();
  }

  private void withHandlers() throws Exception {
    Path target = Files.createDirectories(root.resolve("downstream/target"));
    Files.writeString(target.resolve("downstream.jar"), "handlers");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--slots=0 | --slots is a number from 1 to 1000, not '0'",
        "--service-time=fast | is not allowed here, but a time such as 20ms, 2s or 5m",
        "--back-ends=oracle | no part 'oracle'; there are http, postgres",
        "--jdbc=jdbc:mysql:x | --jdbc is for PostgreSQL, jdbc:postgresql:..., not 'jdbc:mysql:x'",
        "--jdbc=jdbc:postgresql:x?password=y | a password would be in the report",
        "--blocks=0 | --blocks must be at least 1, not 0",
      })
  void aWrongOptionIsNamed(String option, String complaint) throws Exception {
    withHandlers();

    assertThat(run(option)).isEqualTo(2);
    assertThat(err.toString()).contains(complaint);
  }

  @Test
  void anUnknownArmIsAnsweredWithAllThatThereAre() throws Exception {
    withHandlers();

    assertThat(run("--arms=http-pool-17")).isEqualTo(2);
    assertThat(err.toString())
        .contains("no arm 'http-pool-17'; there are http-virtual-unbounded, ")
        .contains("postgres-virtual-hikari");
  }

  @Test
  void withoutTheHandlersItSaysHowToBuildThem() {
    assertThat(run()).isEqualTo(1);
    assertThat(err.toString()).contains("downstream.jar; build it with: mvn package");
  }

  @Test
  void whoAsksForPostgresIsToldThatItIsMissing() throws Exception {
    withHandlers();

    assertThat(run("--back-ends=postgres")).isEqualTo(1);
    assertThat(err.toString()).contains("there is no PostgreSQL in downstream/target/postgres");
  }

  @Test
  void whoDoesNotAskForItGetsTheOtherBackEnd() throws Exception {
    withHandlers();

    run(); // fails later, without the stages

    assertThat(out.toString()).startsWith("Without PostgreSQL: there is no PostgreSQL in");
    assertThat(err.toString()).doesNotContain("PostgreSQL").contains("no ");
  }
}
