package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminThreadsTest {

  private final ThreadPoolExecutor threads = AdminThreads.atMost(3);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void allTasksRunAlsoIfThereAreMoreThanThreads() throws Exception {
    runMoreThanThreads(threads, 3);
  }

  private static void runMoreThanThreads(ThreadPoolExecutor threads, int most) throws Exception {
    CountDownLatch begun = new CountDownLatch(most);
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(most + 2);
    for (int i = 0; i < most + 2; i++) {
      threads.execute(
          () -> {
            begun.countDown();
            await(held);
            done.countDown();
          });
    }
    begun.await();
    assertThat(threads.getPoolSize()).isEqualTo(most);

    held.countDown();

    done.await();
  }

  @Test
  void anIdleThreadIsUsedBeforeANewOneIsStarted() throws Exception {
    threads.prestartAllCoreThreads();
    Awaitility.await().until(() -> isWaiting(threads));

    run();

    assertThat(threads.getLargestPoolSize()).isEqualTo(AdminThreads.ALWAYS);
  }

  /** Or would be taken from the reserve, see ThreadReserve. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theThreadsThatAreThereAnswerWhenNoFurtherOneCanBeStarted(boolean isRefused)
      throws Exception {
    AtomicInteger left = new AtomicInteger(AdminThreads.ALWAYS);
    ThreadPoolExecutor few =
        AdminThreads.atMost(
            3,
            task -> {
              if (left.getAndDecrement() > 0) {
                return new Thread(task);
              }
              if (isRefused) {
                return null;
              }
              throw new OutOfMemoryError("no thread");
            });
    try {
      few.prestartAllCoreThreads();
      runMoreThanThreads(few, AdminThreads.ALWAYS);
    } finally {
      few.shutdownNow();
    }
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
    done.await();
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
