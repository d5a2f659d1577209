package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnitsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1000, 1.00 us",
    "12345, 12.3 us",
    "99949, 99.9 us",
    "99950, 100 us",
    "999499, 999 us",
    "999500, 1.00 ms",
    "1234567, 1.23 ms",
    "1234567890, 1.23 s",
    "3600000000000, 3600 s",
  })
  void timesHaveThreeDigits(long nanos, String text) {
    assertThat(Units.time(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 B", "1023, 1023 B", "1024, 1.00 KiB", "1536, 1.50 KiB", "67108864, 64.0 MiB"})
  void sizesAreBinary(long bytes, String text) {
    assertThat(Units.size(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0/s",
    "0.04, 0.0/s",
    "0.25, 0.3/s",
    "9.9, 9.9/s",
    "9.96, 10/s",
    "12345, '12,345/s'"
  })
  void ratesHaveAFractionWhereItMatters(double perSecond, String text) {
    assertThat(Units.rate(perSecond)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "59.9, 59 s",
    "60, 1 min 0 s",
    "3599, 59 min 59 s",
    "3600, 1 h 0 min",
    "86399, 23 h 59 min",
    "86400, 1 d 0 h",
    "-1, 0 s",
  })
  void spansHaveTwoUnits(double seconds, String text) {
    assertThat(Units.span(seconds)).isEqualTo(text);
  }
}
