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
        "burst --file-size=0 | --file-size is 1 to 64MiB, such as 10 or 4KiB, not '0'",
        "burst --connections=old | connections are kept or new, not 'old'",
        "burst --stage-args=event-loop=--reactors | --stage-args: 'event-loop' takes no part",
        "burst --path=data.json | --path begins with /",
        "burst --path=/../x | --path begins with /",
        "burst --path=/nope.txt | --path: there is no /nope.txt in",
        "burst --stage-args=threadpool=8 | --stage-args: 'threadpool' gets options",
        "burst --stage-args=threadpool=--port=80 | --stage-args: the lab sets --port=80 itself",
      })
  void aWrongOptionIsOneClearLine(String options, String complaint) {
    assertThat(compare(options.split(" "))).isEqualTo(2);

    assertThat(err.toString()).startsWith("tailgate: " + complaint);
  }

  @Test
  void thePathOfAFileThatTheLabMakesNeedNotExist() {
    compare("burst", "--path=/nope.txt", "--file-size=4KiB");

    assertThat(err.toString()).startsWith("tailgate: no ").doesNotContain("nope.txt");
  }

  private int compare(String... options) {
    List<String> arguments = new ArrayList<>(List.of("compare", "--project-root", root.toString()));
    arguments.addAll(List.of(options));
    return Lab.commandLine().setErr(new PrintWriter(err)).execute(arguments.toArray(String[]::new));
  }
}
