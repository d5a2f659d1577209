package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class QuantileTest {

  private final Histogram answered = new Histogram(3);
  private final Histogram waited = new Histogram(3);

  @Test
  void isTheLatencyThatSoManyOfAHundredDoNotExceed() {
    for (int i = 1; i <= 1_000; i++) {
      answered.recordValue(i);
    }

    assertThat(at(50).micros()).isEqualTo(500);
    assertThat(at(50).slower()).isEqualTo(500);
    assertThat(at(99).micros()).isEqualTo(990);
    assertThat(at(99.9).slower()).isEqualTo(1);
  }

  @Test
  void isUnknownWhereNoRequestIsSlower() {
    answered.recordValueWithCount(10, 1_000);

    assertThat(at(99.9).isKnown()).isTrue();
    assertThat(at(99.99).isKnown()).isFalse();
    assertThat(at(99.99).name()).isEqualTo("P99.99");
  }

  @Test
  void isALowerBoundWhereItDependsOnWhatHasNoAnswer() {
    answered.recordValueWithCount(10, 95);
    waited.recordValueWithCount(5_000, 5);

    assertThat(at(90).isExact()).isTrue();
    assertThat(at(99).isExact()).isFalse();
    assertThat(at(99).micros()).isBetween(5_000L, 5_010L);
  }

  private Quantile at(double percent) {
    return Quantile.of(answered, waited).stream()
        .filter(quantile -> quantile.percent() == percent)
        .findFirst()
        .orElseThrow();
  }
}
