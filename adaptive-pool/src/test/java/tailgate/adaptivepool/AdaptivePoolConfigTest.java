package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.adaptivepool.policy.LittlesLawPolicy;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.server.stage.OverloadPolicy;

final class AdaptivePoolConfigTest {
  private static final LongSupplier CLOCK = System::nanoTime;
  private static final ScalingPolicy POLICY = new LadderPolicy();

  @Test
  void defaults() {
    var config = AdaptivePoolConfig.defaults();
    assertThat(config.min()).isEqualTo(8);
    assertThat(config.max()).isEqualTo(256);
    assertThat(config.queueCapacity()).isEqualTo(1024);
    assertThat(config.overload()).isEqualTo(OverloadPolicy.BLOCK);
    assertThat(config.interval()).isEqualTo(Duration.ofMillis(100));
    assertThat(config.policy()).isEqualTo(new LittlesLawPolicy());
    assertThat(config.threadNamePrefix()).isEqualTo("adaptive-pool");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " 0 |     8 |       1 | PT0.1S    | min must be from 1 to 65536, not 0",
        "-1 |     8 |       1 | PT0.1S    | min must be from 1 to 65536, not -1",
        " 1 |     0 |       1 | PT0.1S    | max must be from 1 to 65536, not 0",
        " 1 | 65537 |       1 | PT0.1S    | max must be from 1 to 65536, not 65537",
        " 9 |     8 |       1 | PT0.1S    | min must be at most max, not 9 > 8",
        " 1 |     8 |       0 | PT0.1S    | queueCapacity must be from 1 to 1048576, not 0",
        " 1 |     8 | 1048577 | PT0.1S    | queueCapacity must be from 1 to 1048576, not 1048577",
        " 1 |     8 |       1 | PT0S      | interval must be from 1 ms to 1 minute, not PT0S",
        " 1 |     8 |       1 | PT-1S     | interval must be from 1 ms to 1 minute, not PT-1S",
        " 1 |     8 |       1 | PT1M0.001S| interval must be from 1 ms to 1 minute, not PT1M0.001S"
      })
  void refusesWhatIsOutOfRange(int min, int max, int capacity, Duration interval, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new AdaptivePoolConfig(
                    min, max, capacity, OverloadPolicy.BLOCK, interval, POLICY, "pool", CLOCK))
        .withMessage(message);
  }

  // An unannotated caller may pass null; NullAway keeps the annotated ones from it.
  @SuppressWarnings("NullAway")
  @Test
  void refusesNullByName() {
    var second = Duration.ofSeconds(1);
    var block = OverloadPolicy.BLOCK;
    assertThatNullPointerException()
        .isThrownBy(() -> new AdaptivePoolConfig(1, 2, 3, null, second, POLICY, "pool", CLOCK))
        .withMessage("overload");
    assertThatNullPointerException()
        .isThrownBy(() -> new AdaptivePoolConfig(1, 2, 3, block, null, POLICY, "pool", CLOCK))
        .withMessage("interval");
    assertThatNullPointerException()
        .isThrownBy(() -> new AdaptivePoolConfig(1, 2, 3, block, second, null, "pool", CLOCK))
        .withMessage("policy");
    assertThatNullPointerException()
        .isThrownBy(() -> new AdaptivePoolConfig(1, 2, 3, block, second, POLICY, null, CLOCK))
        .withMessage("threadNamePrefix");
    assertThatNullPointerException()
        .isThrownBy(() -> new AdaptivePoolConfig(1, 2, 3, block, second, POLICY, "pool", null))
        .withMessage("nanoClock");
    assertThatNullPointerException()
        .isThrownBy(() -> new AdaptivePool(AdaptivePoolConfig.defaults(), null))
        .withMessage("listener");
  }
}
