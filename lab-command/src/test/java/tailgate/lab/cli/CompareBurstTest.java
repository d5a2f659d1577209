package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;

class CompareBurstTest {

  @TempDir Path root;

  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource({
    "--handlers=io-49ms, no handler 'io-49ms'; there are none",
    "--trials=0, '--blocks must be at least 1, not 0'",
    "--max-workers=7, '--max-workers must be at least 8, not 7'",
    "--connections=old, 'connections are kept or new, not ''old'''",
    "--stage-args=event-loop=--reactors, '--stage-args: ''event-loop'' takes no part'"
  })
  void aWrongOptionIsOneClearLine(String option, String complaint) {
    assertThat(burst(option)).isEqualTo(2);

    assertThat(err.toString()).contains(complaint);
  }

  @Test
  void whatIsMissingIsNamedWithItsRemedyAndJMeterIsNotMissed() throws Exception {
    FakeProject.in(root, FakeJMeter.Behaviour.FAILS);

    assertThat(burst("--quick")).isEqualTo(1);

    assertThat(err.toString()).startsWith("tailgate: no ").contains(".jar; build it with");
  }

  private int burst(String option) {
    return Lab.commandLine()
        .setErr(new PrintWriter(err))
        .execute("compare", "--project-root", root.toString(), "burst", option);
  }
}
