package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {

  @Test
  void theServerGetsOneHalfAndTheLoadTheOther() {
    assertThat(Placement.halves(List.of(0, 2, 1, 3)))
        .isEqualTo(new Placement(List.of(0, 2), List.of(1, 3)));
    assertThat(Placement.halves(List.of(0, 1, 2)))
        .isEqualTo(new Placement(List.of(0), List.of(1, 2)));
  }

  @Test
  void aQuotaIsNeverExceededByTheProcessorsThatAreUsed() {
    assertThat(Placement.usual(List.of(0, 1, 2, 3), OptionalDouble.of(2.5)))
        .isEqualTo(new Placement(List.of(0), List.of(1)));
    assertThat(Placement.usual(List.of(0, 1), OptionalDouble.of(8)))
        .isEqualTo(new Placement(List.of(0), List.of(1)));
    assertThat(Placement.usual(List.of(0, 1), OptionalDouble.of(0.5)))
        .as("the quota is too small for any")
        .isEqualTo(new Placement(List.of(0), List.of(1)));
  }

  @Test
  void oneProcessorIsShared() {
    assertThat(Placement.halves(List.of(0))).isEqualTo(Placement.SHARED);
    assertThat(Placement.SHARED.ofServer(List.of("java"))).containsExactly("java");
    assertThat(Placement.SHARED).hasToString("shared");
  }

  @Test
  void commandsRunWhereTheyBelong() {
    Placement placement = Placement.parse("server=0-1,load=2,3");

    assertThat(placement.ofServer(List.of("java", "-version")))
        .containsExactly("taskset", "-c", "0,1", "java", "-version");
    assertThat(placement.ofLoad(List.of("java"))).containsExactly("taskset", "-c", "2,3", "java");
    assertThat(placement.ofBackEnd(List.of("java")))
        .containsExactly("taskset", "-c", "2,3", "chrt", "-i", "0", "java");
    assertThat(placement.ofPunctualLoad(List.of("java")))
        .startsWith("taskset", "-c", "2,3", "sh")
        .endsWith("sh", "java");
    assertThat(Placement.SHARED.ofPunctualLoad(List.of("java"))).containsExactly("java");
    assertThat(Placement.SHARED.ofBackEnd(List.of("java"))).containsExactly("java");
    assertThat(placement.loadCores()).isEqualTo(2);
    assertThat(placement).hasToString("server=0,1,load=2,3");
    assertThat(Placement.parse(placement.toString())).isEqualTo(placement);
  }

  @Test
  void aPunctualLoadRunsAlsoWhereItCannotBeTheFirst(@TempDir Path bin) throws Exception {
    for (String tool : List.of("sh", "taskset", "printf")) {
      Optional<String> path = Tool.output("which", tool);
      assumeTrue(path.isPresent(), "no " + tool);
      Files.createSymbolicLink(bin.resolve(tool), Path.of(path.orElseThrow()));
    }
    int core = Cores.OF_THIS_MACHINE.allowed().get(0);
    Placement placement = new Placement(List.of(core + 1), List.of(core));
    List<String> command = placement.ofPunctualLoad(List.of("printf", "%s,", "a b", "$c"));

    assertThat(Tool.output(command.toArray(String[]::new))).contains("a b,$c,");
    List<String> withoutChrt = new ArrayList<>(List.of("env", "PATH=" + bin));
    withoutChrt.addAll(command);
    assertThat(Tool.output(withoutChrt.toArray(String[]::new))).contains("a b,$c,");
  }

  /** A server on both of two processors, and a load that takes little of one of them. */
  @Test
  void aLoadMayBeOnAProcessorOfTheServerThatHasOthers() {
    Placement within = Placement.parse("server=0-1,load=1");

    assertThat(within.isWithin()).isTrue();
    assertThat(within.ofServer(List.of("java"))).containsExactly("taskset", "-c", "0,1", "java");
    assertThat(within.ofPunctualLoad(List.of("java"))).startsWith("taskset", "-c", "1", "sh");
    assertThat(within.used(Cores.OF_THIS_MACHINE)).containsExactly(0, 1);
    assertThat(Placement.parse("server=0,load=1").isWithin()).isFalse();
    assertThat(Placement.SHARED.isWithin()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "half; 'half' is neither 'shared' nor as server=0,load=1",
        "server=0; 'server=0' is neither 'shared' nor as server=0,load=1",
        "server=0,load=0-1; 'server=0,load=0-1' gives a processor to both",
        "server=0-1,load=1-2; 'server=0-1,load=1-2' gives a processor to both",
        "server=0-1,load=0-1; 'server=0-1,load=0-1' gives a processor to both",
        "server=,load=1; 'server=,load=1' is neither 'shared' nor as server=0,load=1",
        "server=0-,load=1; '0-' is not a list of cores"
      })
  void aWrongPlacementIsNamed(String text, String complaint) {
    assertThatThrownBy(() -> Placement.parse(text)).hasMessage(complaint);
  }
}
