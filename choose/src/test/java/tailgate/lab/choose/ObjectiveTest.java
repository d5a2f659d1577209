package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveTest {

  @ParameterizedTest
  @CsvSource({
    "p99=50ms, 99, 50000, 'P99 within 50 ms'",
    "p99.9=1s, 99.9, 1000000, 'P99.9 within 1,000 ms'",
    "p50=2500us, 50, 2500, 'P50 within 2.5 ms'",
    "p95=1.5ms, 95, 1500, 'P95 within 1.5 ms'"
  })
  void isReadFromTheCommandLine(String text, double percentile, long micros, String words) {
    Objective objective = Objective.parse(text);

    assertThat(objective).isEqualTo(new Objective(percentile, micros));
    assertThat(objective).hasToString(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"50ms", "p98=50ms", "p99=50", "p99<50ms", "p99=-1ms", "P99=50ms", ""})
  void whatIsNoneIsRefusedWithAnExample(String text) {
    assertThatThrownBy(() -> Objective.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not an objective such as p99=50ms");
  }

  @Test
  void aTimeThatCannotBeMeasuredIsRefused() {
    assertThatThrownBy(() -> Objective.parse("p99=10us")).hasMessageContaining("1 ms to 2 s");
    assertThatThrownBy(() -> Objective.parse("p99=3s")).hasMessageContaining("1 ms to 2 s");
  }
}
