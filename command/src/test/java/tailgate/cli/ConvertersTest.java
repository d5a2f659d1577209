package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;
import tailgate.simulation.Delay;

class ConvertersTest {

  @ParameterizedTest
  @CsvSource({
    "0s, PT0S",
    "7ns, PT0.000000007S",
    "7us, PT0.000007S",
    "7µs, PT0.000007S",
    "250ms, PT0.25S",
    "30s, PT30S",
    "30 s, PT30S",
    "5m, PT5M",
    "5min, PT5M",
    "1h, PT1H",
    "8760h, PT8760H",
  })
  void readsDurations(String text, Duration duration) {
    assertThat(Converters.duration(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "30 | needs a unit",
        "30x | has an unknown unit",
        "30S | has an unknown unit",
        "30M | has an unknown unit",
        "'' | is not a duration",
        "s | is not a duration",
        "-5s | is not a duration",
        "1.5s | is not a duration",
        "30s30s | is not a duration",
        "8761h | is too long",
        "999999999999999999h | is too long",
        "9999999999999999999s | is not a duration",
      })
  void refusesWhatIsNoDuration(String text, String why) {
    assertRefused(() -> Converters.duration(text), "'" + text + "' " + why);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "4096B, 4096",
    "1k, 1024",
    "64KiB, 65536",
    "64 kib, 65536",
    "1M, 1048576",
    "1mb, 1048576",
    "2GiB, 2147483648",
    "8589934591GiB, 9223372035781033984",
  })
  void readsSizes(String text, long bytes) {
    assertThat(Converters.size(text)).isEqualTo(new Size(bytes));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1x | has an unknown unit",
        "1ms | has an unknown unit",
        "'' | is not a size",
        "-1 | is not a size",
        "12.5MiB | is not a size",
        "8589934592GiB | is too large",
      })
  void refusesWhatIsNoSize(String text, String why) {
    assertRefused(() -> Converters.size(text), "'" + text + "' " + why);
  }

  @Test
  void readsDelays() {
    assertThat(Converters.delay("100ms")).isEqualTo(new Delay.Constant(Duration.ofMillis(100)));
    assertThat(Converters.delay("exp:20ms"))
        .isEqualTo(new Delay.Exponential(Duration.ofMillis(20)));
    assertThat(Converters.delay("uniform:5ms..50ms"))
        .isEqualTo(new Delay.Uniform(Duration.ofMillis(5), Duration.ofMillis(50)));
    assertThat(Converters.delay("uniform:5ms..5ms"))
        .isEqualTo(new Delay.Uniform(Duration.ofMillis(5), Duration.ofMillis(5)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "100 | '100' needs a unit",
        "exp: | '' is not a duration",
        "exp:20 | '20' needs a unit",
        "norm:20ms | 'norm:20ms' is not a duration",
        "uniform:5ms | 'uniform:5ms' is not like uniform:5ms..50ms",
        "uniform:5ms..5 | '5' needs a unit",
        "100%:5ms | '100%:5ms' is not a duration",
        "1%:5 | '5' needs a unit",
        "uniform:50ms..5ms | 'uniform:50ms..5ms' has its larger bound first",
        "2h | '2h': a delay must be 0 to 1 hour",
      })
  void refusesWhatIsNoDelay(String text, String why) {
    assertRefused(() -> Converters.delay(text), why);
  }

  @Test
  void readsWholeNumbers() {
    assertThat(Converters.wholeNumber("8010")).isEqualTo(8010);
    assertThat(Converters.wholeNumber("-1")).isEqualTo(-1);
    assertThat(Converters.wholeNumber("2147483647")).isEqualTo(Integer.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "1.5", "0x10", "1_000", "8 "})
  void refusesWhatIsNoWholeNumber(String text) {
    assertRefused(() -> Converters.wholeNumber(text), "'" + text + "' is not a whole number");
  }

  @Test
  void refusesNumbersThatDoNotFit() {
    assertRefused(() -> Converters.wholeNumber("2147483648"), "'2147483648' is too large");
  }

  @Test
  void readsPaths() {
    assertThat(Converters.path("www")).isEqualTo(Path.of("www"));
    assertRefused(() -> Converters.path(""), "it is empty");
    assertRefused(() -> Converters.path("a\0b"), "not a path: ");
  }

  private static void assertRefused(Runnable conversion, String why) {
    assertThatThrownBy(conversion::run)
        .isInstanceOf(TypeConversionException.class)
        .message()
        .startsWith(why.strip());
  }
}
