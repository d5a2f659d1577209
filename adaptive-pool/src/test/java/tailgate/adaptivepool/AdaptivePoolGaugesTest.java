package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.Cause;
import tailgate.metrics.PoolFailures;
import tailgate.metrics.PoolResizes;
import tailgate.queue.Eventually;
import tailgate.server.stage.OverloadPolicy;

/** What the pool shows in {@code /stats} and {@code /metrics}. */
final class AdaptivePoolGaugesTest {
  private final PoolResizes<Cause> resizes = new PoolResizes<>(Cause.class);
  private final AdaptivePoolConfig config =
      new AdaptivePoolConfig(
          1,
          4,
          7,
          OverloadPolicy.BLOCK,
          Duration.ofMinutes(1),
          sample -> {
            throw new IllegalStateException("a policy's bug");
          },
          "gauges",
          System::nanoTime);
  private final AdaptivePool pool =
      new AdaptivePool(
          config,
          new ResizeLog(resizes),
          task -> {
            throw new OutOfMemoryError("unable to create native thread");
          });
  private final AdaptivePoolGauges gauges = new AdaptivePoolGauges(pool, config, resizes);

  @AfterEach
  void end() throws InterruptedException {
    pool.stop();
    assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
  }

  @Test
  void showsThreadsThatCouldNotBeStartedAndExceptionsOfThePolicy() {
    // One attempt by the constructor, and one by the first look, which the policy fails.
    Eventually.until(() -> gauges.failures().orElseThrow().threadStarts() == 2);
    assertThat(gauges.failures()).contains(new PoolFailures(2, 1));
  }

  @Test
  void showsItsBoundsAndItsQueue() {
    assertThat(gauges.statistics().workers()).hasValue(0);
    assertThat(gauges.statistics().min()).hasValue(1);
    assertThat(gauges.statistics().max()).hasValue(4);
    assertThat(gauges.statistics().capacity()).hasValue(7);
  }
}
