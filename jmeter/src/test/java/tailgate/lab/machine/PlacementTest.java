package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
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
    assertThat(Placement.SHARED.ofBackEnd(List.of("java"))).containsExactly("java");
    assertThat(placement.loadCores()).isEqualTo(2);
    assertThat(placement).hasToString("server=0,1,load=2,3");
    assertThat(Placement.parse(placement.toString())).isEqualTo(placement);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "half; 'half' is neither 'shared' nor as server=0,load=1",
        "server=0; 'server=0' is neither 'shared' nor as server=0,load=1",
        "server=0,load=0-1; 'server=0,load=0-1' gives a processor to both",
        "server=,load=1; 'server=,load=1' is neither 'shared' nor as server=0,load=1",
        "server=0-,load=1; '0-' is not a list of cores"
      })
  void aWrongPlacementIsNamed(String text, String complaint) {
    assertThatThrownBy(() -> Placement.parse(text)).hasMessage(complaint);
  }
}
