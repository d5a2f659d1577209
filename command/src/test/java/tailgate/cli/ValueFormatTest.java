package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.server.stage.Dispatch;

class ValueFormatTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT1S, 1s",
    "PT0.25S, 250ms",
    "PT1.5S, 1500ms",
    "PT0.000007S, 7us",
    "PT0.000000007S, 7ns",
    "PT60S, 1m",
    "PT90S, 90s",
    "PT60M, 1h",
    "PT48H, 48h",
  })
  void durationsAreWrittenAsTheyAreRead(Duration duration, String text) {
    assertThat(ValueFormat.of(duration)).isEqualTo(text);
    assertThat(Converters.duration(text)).as("read back").isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"100ms", "exp:20ms", "uniform:0s..50ms", "1%:500ms", "20%:exp:20ms"})
  void delaysAreWrittenAsTheyAreRead(String text) {
    assertThat(ValueFormat.of(Converters.delay(text))).isEqualTo(text);
  }

  @Test
  void constantsAreInLowerCase() {
    assertThat(ValueFormat.names(Dispatch.class)).containsExactly("connection", "request");
  }
}
