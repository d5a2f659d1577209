package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.server.stage.OverloadPolicy;

final class AdaptivePoolConfigTest {
  private static final LongSupplier CLOCK = System::nanoTime;
  private static final ScalingPolicy POLICY = new LadderPolicy();

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
                PoolConfigs.monitoring(
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
        .isThrownBy(() -> PoolConfigs.monitoring(1, 2, 3, null, second, POLICY, "pool", CLOCK))
        .withMessage("overload");
    assertThatNullPointerException()
        .isThrownBy(() -> PoolConfigs.monitoring(1, 2, 3, block, null, POLICY, "pool", CLOCK))
        .withMessage("interval");
    assertThatNullPointerException()
        .isThrownBy(() -> PoolConfigs.monitoring(1, 2, 3, block, second, null, "pool", CLOCK))
        .withMessage("policy");
    assertThatNullPointerException()
        .isThrownBy(() -> PoolConfigs.monitoring(1, 2, 3, block, second, POLICY, null, CLOCK))
        .withMessage("threadNamePrefix");
    assertThatNullPointerException()
        .isThrownBy(() -> PoolConfigs.monitoring(1, 2, 3, block, second, POLICY, "pool", null))
        .withMessage("nanoClock");
    assertThatNullPointerException()
        .isThrownBy(
            () ->
                new AdaptivePool(
                    PoolConfigs.monitoring(1, 2, 3, block, second, POLICY, "pool", CLOCK), null))
        .withMessage("listener");
  }
}
