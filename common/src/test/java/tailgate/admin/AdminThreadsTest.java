package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminThreadsTest {

  private final ThreadPoolExecutor threads = AdminThreads.atMost(3);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void allTasksRunAlsoIfThereAreMoreThanThreads() throws Exception {
    CountDownLatch begun = new CountDownLatch(3);
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(5);
    for (int i = 0; i < 5; i++) {
      threads.execute(
          () -> {
            begun.countDown();
            await(held);
            done.countDown();
          });
    }
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(threads.getPoolSize()).isEqualTo(3);

    held.countDown();

    assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anIdleThreadIsUsedBeforeANewOneIsStarted() throws Exception {
    run();
    Awaitility.await().until(() -> isWaiting(threads));

    run();

    assertThat(threads.getLargestPoolSize()).isEqualTo(1);
  }

  @Test
  void aTaskAfterTheEndIsRefused() {
    threads.shutdownNow();

    assertThatThrownBy(() -> threads.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }

  private void run() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    threads.execute(done::countDown);
    assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
  }

  /** Its thread takes the next task from the queue. */
  private static boolean isWaiting(ThreadPoolExecutor threads) {
    return ((LinkedTransferQueue<Runnable>) threads.getQueue()).hasWaitingConsumer();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
