package tailgate.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplesTest {

  @ParameterizedTest(name = "p{1} of 1..{0} is {2}")
  @CsvSource({
    "1, 50, 1",
    "1, 99, 1",
    "2, 50, 1",
    "2, 51, 2",
    "100, 1, 1",
    "100, 50, 50",
    "100, 99, 99",
    "100, 100, 100",
    "101, 99, 100",
    "20, 95, 19",
    "1000, 95, 950",
    "10000, 99, 9900"
  })
  void percentilesAreOfTheNearestRank(int count, int percent, long expected) {
    Samples samples = new Samples(LongStream.rangeClosed(1, count), 0, 1, 1);

    assertThat(samples.percentileMillis(percent)).isEqualTo(expected);
  }

  @Test
  void theOrderOfSamplesDoesNotMatter() {
    Samples samples = new Samples(LongStream.of(9, 1, 5), 0, 1, 1);

    assertThat(samples.percentileMillis(50)).isEqualTo(5);
    assertThat(samples.maxMillis()).isEqualTo(9);
    assertThat(samples.averageMillis()).isEqualTo(5.0);
  }

  @Test
  void throughputIsOverTheWholeSpanAndNeverInfinite() {
    assertThat(new Samples(LongStream.of(1, 2, 3), 0, 1500, 1).perSecond()).isEqualTo(2.0);
    assertThat(new Samples(LongStream.of(0), 0, 0, 1).perSecond()).isEqualTo(1000.0);
  }

  @Test
  void noSamplesHaveNoPercentiles() {
    assertThatThrownBy(() -> new Samples(LongStream.of(), 0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
