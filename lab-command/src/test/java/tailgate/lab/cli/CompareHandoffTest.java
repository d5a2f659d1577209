package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareHandoffTest {

  @TempDir Path root;

  @ParameterizedTest
  @CsvSource({
    "--kinds=stack, 'no kind ''stack''; there are lock, array, linked, transfer, semaphores, park'",
    "--trials=0, '--blocks must be at least 1, not 0'",
    "--workers=0, '--workers must be at least 1, not 0'",
    "--requests=0, '--requests must be 1 to 200,000, not 0'",
    "--handler=A, 'unknown option ''--handler'' (compare handoff --help explains)'",
  })
  void aWrongOptionIsOneClearLine(String option, String complaint) {
    StringWriter err = new StringWriter();

    int code =
        Lab.commandLine()
            .setErr(new PrintWriter(err))
            .execute("compare", "--project-root", root.toString(), "handoff", option);

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains(complaint);
  }
}
