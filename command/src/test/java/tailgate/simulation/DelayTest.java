package tailgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DelayTest {

  private static final int DRAWS = 100_000;

  private final Random random = new Random(20_261_120);

  @Test
  void constantIsAlwaysTheSame() {
    assertThat(draws(new Delay.Constant(Duration.ofMillis(3))).distinct().toArray())
        .containsExactly(3_000_000);
  }

  @Test
  void exponentialHasItsMeanAndItsTail() {
    Delay delay = new Delay.Exponential(Duration.ofMillis(10));

    assertThat(draws(delay).min().orElseThrow()).isNotNegative();
    assertThat(draws(delay).average().orElseThrow()).isCloseTo(10e6, within(0.2e6));
    // P(X > 3 means) = e^-3, which is 5 %.
    assertThat((double) draws(delay).filter(nanos -> nanos > 30_000_000).count() / DRAWS)
        .isCloseTo(Math.exp(-3), within(0.005));
  }

  @Test
  void uniformReachesBothBounds() {
    Delay delay = new Delay.Uniform(Duration.ofNanos(5), Duration.ofNanos(8));

    assertThat(draws(delay).distinct().sorted().toArray()).containsExactly(5, 6, 7, 8);
    assertThat(draws(delay).average().orElseThrow()).isCloseTo(6.5, within(0.05));
  }

  @Test
  void aShareOfTheRequestsHasTheDelayAndTheOthersHaveNone() {
    Delay delay = new Delay.Share(1, new Delay.Constant(Duration.ofMillis(50)));

    assertThat(draws(delay).distinct().toArray()).containsExactlyInAnyOrder(0, 50_000_000);
    assertThat((double) draws(delay).filter(nanos -> nanos > 0).count() / DRAWS)
        .isCloseTo(0.01, within(0.002));
  }

  @Test
  void mayBeNothing() {
    assertThat(new Delay.Constant(Duration.ZERO).sampleNanos(random)).isZero();
    assertThat(new Delay.Exponential(Duration.ZERO).sampleNanos(random)).isZero();
    assertThat(new Delay.Uniform(Duration.ZERO, Duration.ZERO).sampleNanos(random)).isZero();
  }

  @Test
  void refusesWhatMakesNoSense() {
    Duration hour = Duration.ofHours(1);
    Duration negative = Duration.ofNanos(-1);

    assertThat(new Delay.Constant(hour).sampleNanos(random)).isEqualTo(hour.toNanos());
    assertThatThrownBy(() -> new Delay.Constant(hour.plusNanos(1)))
        .hasMessageContaining("0 to 1 hour");
    assertThatThrownBy(() -> new Delay.Exponential(negative)).hasMessageContaining("0 to 1 hour");
    assertThatThrownBy(() -> new Delay.Uniform(negative, hour)).hasMessageContaining("0 to 1 hour");
    assertThatThrownBy(() -> new Delay.Uniform(hour, Duration.ZERO))
        .hasMessageContaining("longer than");
    assertThatThrownBy(() -> new Delay.Share(0, new Delay.Constant(hour)))
        .hasMessageContaining("1 to 99 percent");
  }

  private LongStream draws(Delay delay) {
    return LongStream.generate(() -> delay.sampleNanos(random)).limit(DRAWS);
  }
}
