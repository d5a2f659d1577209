package tailgate.server.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class DirectExecutorTest {

  private final DirectExecutor executor = new DirectExecutor();
  private final AtomicReference<@Nullable Thread> ran = new AtomicReference<>();

  @Test
  void runsATaskOnTheThreadThatBringsIt() {
    executor.execute(() -> ran.set(Thread.currentThread()));
    assertThat(ran).hasValue(Thread.currentThread());
  }

  @Test
  void performsNothingOnceItIsStopped() {
    executor.stop();
    assertThatThrownBy(() -> executor.execute(() -> ran.set(Thread.currentThread())))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(ran).hasValue(null);
  }

  @Test
  void hasEndedAsSoonAsItIsStopped() {
    assertThat(executor.awaitEnd(Duration.ZERO)).isFalse();
    assertThat(executor.stop()).isZero();
    assertThat(executor.awaitEnd(Duration.ZERO)).isTrue();
  }
}
