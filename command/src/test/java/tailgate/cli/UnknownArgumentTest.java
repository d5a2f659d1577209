package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownArgumentTest {

  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "port, port, 0",
    "'', port, 4",
    "port, ports, 1",
    "ports, port, 1",
    "port, pört, 1",
    "port, prot, 2",
    "kitten, sitting, 3",
  })
  void countsTheSlipsBetweenTwoWords(String a, String b, int slips) {
    assertThat(UnknownArgument.distance(a, b)).isEqualTo(slips);
    assertThat(UnknownArgument.distance(b, a)).isEqualTo(slips);
  }
}
