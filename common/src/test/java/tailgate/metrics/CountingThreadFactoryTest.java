package tailgate.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class CountingThreadFactoryTest {

  private final CountingThreadFactory threads =
      new CountingThreadFactory(Thread.ofVirtual().factory());

  @Test
  void countsThoseThatAreAtTheirTask() throws Exception {
    CountDownLatch begun = new CountDownLatch(3);
    CountDownLatch release = new CountDownLatch(1);
    try (var executor = Executors.newThreadPerTaskExecutor(threads)) {
      for (int i = 0; i < 3; i++) {
        executor.execute(
            () -> {
              begun.countDown();
              awaitUninterrupted(release);
            });
      }
      begun.await();
      assertThat(threads.alive()).isEqualTo(3);
      release.countDown();
    }
    Awaitility.await().until(() -> threads.alive() == 0);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void countsThoseOutThatFail() {
    try (var executor = Executors.newThreadPerTaskExecutor(threads)) {
      var failing = executor.submit(() -> Integer.parseInt("x"));
      assertThatThrownBy(failing::get).isInstanceOf(ExecutionException.class);
    }
    Awaitility.await().until(() -> threads.alive() == 0);
  }
}
