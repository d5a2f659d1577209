package tailgate.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.bench.BenchmarkResult.Sample;

class DistributionTest {

  private static final List<List<Sample>> FORK =
      List.of(
          List.of(new Sample(1, 500), new Sample(3, 10)),
          List.of(new Sample(1, 400), new Sample(2, 80), new Sample(9, 10)));

  private final Distribution distribution = new Distribution(FORK);

  @Test
  void percentilesAreTheSampleOfTheNearestRank() {
    assertThat(distribution.count()).isEqualTo(1_000);
    assertThat(distribution.at(0)).isEqualTo(1);
    assertThat(distribution.at(90)).isEqualTo(1);
    assertThat(distribution.at(90.1)).isEqualTo(2);
    assertThat(distribution.at(98)).isEqualTo(2);
    assertThat(distribution.at(98.1)).isEqualTo(3);
    assertThat(distribution.at(99)).isEqualTo(3);
    assertThat(distribution.at(99.1)).isEqualTo(9);
    assertThat(distribution.at(100)).isEqualTo(9);
    assertThat(distribution.max()).isEqualTo(9);
  }

  @Test
  void aPercentileIsKnownWithTenSamplesBeyondIt() {
    assertThat(distribution.knows(99)).isTrue();
    assertThat(distribution.knows(99.1)).isFalse();
    assertThat(distribution.knows(100)).isFalse();
  }

  @Test
  void allForksCountAlike() {
    assertThat(Distribution.of(List.of(FORK, FORK)).count()).isEqualTo(2_000);
  }

  @Test
  void withoutSamplesThereIsNone() {
    assertThatThrownBy(() -> new Distribution(List.of(List.of())))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
