package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkOptionsTest {

  @TempDir Path root;

  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scale --parts=nope | no part 'nope'; there are stages, rust-pool, rust-burst, rust-submit,"
            + " c-server",
        "fan-out --parts=rust-pool | no part 'rust-pool'; there are stages",
        "scale --parts=rust-pool --stages=threadpool | --stages and --handler are for the part",
        "scale --file-size=0 | --file-size is 1 to 64MiB, such as 10 or 4KiB, not '0'",
        "scale --connections=old | connections are kept or new, not 'old'",
        "fan-out --stage-args=event-loop=--reactors | --stage-args: 'event-loop' takes no part",
        "scale --path=data.json | --path begins with /",
        "scale --path=/../x | --path begins with /",
        "scale --path=/nope.txt | --path: there is no /nope.txt in",
        "scale --stage-args=threadpool=8 | --stage-args: 'threadpool' gets options",
        "scale --stage-args=threadpool=--port=80 | --stage-args: the lab sets --port=80 itself",
      })
  void aWrongOptionIsOneClearLine(String options, String complaint) {
    assertThat(compare(options.split(" "))).isEqualTo(2);

    assertThat(err.toString()).startsWith("tailgate: " + complaint);
  }

  @Test
  void thePathOfAFileThatTheLabMakesNeedNotExist() {
    compare("scale", "--path=/nope.txt", "--file-size=4KiB");

    assertThat(err.toString()).startsWith("tailgate: no ").doesNotContain("nope.txt");
  }

  private int compare(String... options) {
    List<String> arguments = new ArrayList<>(List.of("compare", "--project-root", root.toString()));
    arguments.addAll(List.of(options));
    return Lab.commandLine().setErr(new PrintWriter(err)).execute(arguments.toArray(String[]::new));
  }
}
