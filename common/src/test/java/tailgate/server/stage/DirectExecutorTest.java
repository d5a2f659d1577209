package tailgate.server.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
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
  void runsNothingOnceItIsShutDown() {
    executor.shutdown();
    assertThatThrownBy(() -> executor.execute(() -> ran.set(Thread.currentThread())))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(ran).hasValue(null);
  }

  @Test
  void hasEndedAsSoonAsItIsShutDown() {
    assertThat(executor.isShutdown()).isFalse();
    assertThat(executor.isTerminated()).isFalse();
    assertThat(executor.awaitTermination(0, TimeUnit.SECONDS)).isFalse();
    assertThat(executor.shutdownNow()).isEmpty();
    assertThat(executor.isShutdown()).isTrue();
    assertThat(executor.isTerminated()).isTrue();
    assertThat(executor.awaitTermination(0, TimeUnit.SECONDS)).isTrue();
  }
}
