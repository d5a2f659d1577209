package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.sweep.SweepPlan;

class LabHandlerOptionsTest {

  @TempDir Path root;

  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scale --handler=A | --handler-jar and --handler need each other",
        "fan-out --handler-jar=JAR | --handler-jar and --handler need each other",
        "slow-handler --handler-jar=JAR --handler= | --handler-jar and --handler need each other",
        "slow-handler --handler-jar=JARR --handler=A | --handler-jar: there is no file",
      })
  void aWrongOptionIsOneClearLine(String arguments, String complaint) throws Exception {
    Path jar = Files.createFile(root.resolve("a.jar"));

    assertThat(compare(arguments.replace("JAR", jar.toString()).split(" "))).isEqualTo(2);

    assertThat(err.toString()).contains(complaint);
  }

  @Test
  void aSweepWithItIsTheSameButForWhatAnswers() {
    SweepPlan own =
        SweepPlan.SLOW_HANDLER.answeredBy("com.example.Mine", List.of("--handler", "..."));

    assertThat(own.arguments()).containsExactly("--handler", "...");
    assertThat(own.question()).contains("com.example.Mine").doesNotContain("100 ms");
    assertThat(own)
        .usingRecursiveComparison()
        .ignoringFields("arguments", "question", "parts")
        .isEqualTo(SweepPlan.SLOW_HANDLER);
  }

  private int compare(String... arguments) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "compare", "--cpus=shared", "--on-busy=ignore", "--project-root", root.toString()));
    all.addAll(List.of(arguments));
    return Lab.commandLine().setErr(new PrintWriter(err)).execute(all.toArray(String[]::new));
  }
}
