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
import tailgate.lab.burst.BurstPlan;
import tailgate.lab.burst.BurstWorkload;
import tailgate.lab.load.Segment;

class LabHandlerOptionsTest {

  @TempDir Path root;

  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "burst --handler=A | --handler-jar and --handler need each other",
        "burst --handler-jar=JAR --handler= | --handler-jar and --handler need each other",
        "burst --handler-jar=JARR --handler=A | --handler-jar: there is no file",
        "burst --handler-jar=JAR --handler=A | --handler needs --spike-rate",
        "burst --handler-jar=JAR --handler=A --spike-rate=0 | --spike-rate must be 1 to 100,000",
        "burst --spike-rate=9 | --spike-rate is for a handler of your own",
        "burst --handler-jar=JAR --handler=A --spike-rate=9 --handlers=none | --handler leaves no"
            + " use for --handlers",
      })
  void aWrongOptionIsOneClearLine(String arguments, String complaint) throws Exception {
    Path jar = Files.createFile(root.resolve("a.jar"));

    assertThat(compare(arguments.replace("JAR", jar.toString()).split(" "))).isEqualTo(2);

    assertThat(err.toString()).contains(complaint);
  }

  @Test
  void itsBurstsHaveTheProportionsOfThoseThatWait() {
    BurstWorkload io50 =
        BurstWorkload.ALL.stream()
            .filter(one -> one.name().equals("io-50ms"))
            .findFirst()
            .orElseThrow();

    BurstWorkload own = BurstWorkload.own("Mine", "com.example.Mine", List.of(), io50.spike());

    assertThat(own.segments(BurstPlan.FULL).stream().map(Segment::arrivals).toList())
        .isEqualTo(io50.segments(BurstPlan.FULL).stream().map(Segment::arrivals).toList());
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
