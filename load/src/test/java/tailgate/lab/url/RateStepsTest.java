package tailgate.lab.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

class RateStepsTest {

  private static final Duration USUAL = Duration.ofSeconds(30);

  @Test
  void aRateWithoutATimeHasTheUsualOne() {
    assertThat(RateSteps.parse("500/s", USUAL))
        .containsExactly(new Segment(Kind.STEADY, 1, 500, 30_000));
  }

  @Test
  void stepsFollowOneAnother() {
    assertThat(RateSteps.parse("100/s:10s,0/s:500ms,60/min:5s", USUAL))
        .containsExactly(
            new Segment(Kind.STEADY, 1, 100, 10_000),
            new Segment(Kind.STEADY, 2, 0, 500),
            new Segment(Kind.STEADY, 3, 1, 5_000));
  }

  @ParameterizedTest
  @CsvSource({
    "fast, '''fast'' is no rate such as 500/s'",
    "-5/s, '''-5/s'' is no rate'",
    "100/s:, '''100/s:'' is no rate'",
    "100/s:10, '''10'' is no time such as 50ms'",
    "0/s, no request is due at 0/s",
    "10/s:2h, a load takes at most 30 minutes",
    "100000/s:10m, 'and has at most 10,000,000 requests'",
    "9999999/s:1s, 0 to a million arrivals per second"
  })
  void whatIsWrongIsNamed(String text, String complaint) {
    assertThatThrownBy(() -> RateSteps.parse(text, USUAL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void aRateAloneIsOfSecondsOrMinutes() {
    assertThat(RateSteps.rate("500/s")).isEqualTo(500);
    assertThat(RateSteps.rate("90/min")).isEqualTo(1.5);
    assertThat(RateSteps.rate("2.5")).isEqualTo(2.5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0/s", "fast", "5/s:10s", "5/h"})
  void noOtherTextIsARate(String text) {
    assertThatThrownBy(() -> RateSteps.rate(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is no rate such as 500/s");
  }
}
