package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong is one line, before anything is started. */
class CompareOverloadTest {

  @TempDir Path root;

  private final StringWriter err = new StringWriter();

  private int run(String... options) {
    String[] words = new String[options.length + 4];
    words[0] = "compare";
    words[1] = "--project-root";
    words[2] = root.toString();
    words[3] = "overload";
    System.arraycopy(options, 0, words, 4, options.length);
    return Lab.commandLine()
        .setOut(new PrintWriter(new StringWriter()))
        .setErr(new PrintWriter(err))
        .execute(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--stages=netty | no stage 'netty'; there are singlethreaded, ",
        "--policies=red | no policy 'red'; there are fifo, reject, deadline, codel, lifo,"
            + " codel-lifo, aimd, vegas, credits, credits-10ms",
        "--handlers=sleeps | no handler 'sleeps'; there are waits, computes, back-end",
        "--clients=angry | no kind of clients 'angry'; there are leave, retry, back-off,"
            + " half-retry",
        "--loads=0.5,1 | --loads needs 0.5 and 2, of which the pulse is made",
        "--loads=0.5,2,11 | --loads are above 0 and at most 10, not 11.0",
        "--blocks=0 | --blocks must be at least 1, not 0",
      })
  void aWrongOptionIsNamed(String option, String complaint) {
    assertThat(run(option)).isEqualTo(2);
    assertThat(err.toString()).contains(complaint);
  }

  @Test
  void stagesWithoutSuchAPolicyLeaveNothing() {
    assertThat(run("--stages=virtual-threads", "--policies=reject")).isEqualTo(2);
    assertThat(err.toString()).contains("--stages and --policies leave nothing");
  }

  @Test
  void withoutTheStagesItSaysHowToBuildThem() {
    assertThat(run("--quick")).isEqualTo(1);
    assertThat(err.toString()).contains("the sample site is what the stages serve");
  }
}
