package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.queue.BoundedQueue;
import tailgate.queue.Eventually;
import tailgate.queue.Turn;

final class WorkerTest {
  private final BoundedQueue<Runnable> queue = new BoundedQueue<>(10);
  private final WorkerSet workerSet = new WorkerSet(queue, new WakeSignal());
  private final WorkerStarter starter =
      new WorkerStarter(workerSet, queue, this::turn, Thread.ofPlatform().factory(), "worker-test");
  private final LongAdder clock = new LongAdder();
  private final CountDownLatch performed = new CountDownLatch(1);

  @AfterEach
  void endWorkers() throws Exception {
    workerSet.close();
    assertThat(workerSet.awaitEnd(Duration.ofSeconds(10).toNanos())).isTrue();
  }

  /** It may wait for hours, and a task may hold a connection and its buffers. */
  @Test
  void keepsNoTaskAliveThatItHasPerformed() throws Exception {
    starter.start(1);
    WeakReference<Runnable> task = submit();
    performed.await();
    Eventually.until(() -> workerSet.counts().idle() == 1);
    Eventually.until(
        () -> {
          System.gc();
          return task.refersTo(null);
        });
  }

  @Test
  void itsTurnHasATimeBeforeAndAfterEachTask() throws Exception {
    starter.start(1);
    submit();
    performed.await();
    Eventually.until(() -> workerSet.counts().idle() == 1);

    assertThat(clock.sum()).isEqualTo(2);
  }

  private Turn turn() {
    return new Turn(
        Duration.ofMillis(1),
        () -> {
          clock.increment();
          return clock.sum();
        });
  }

  private WeakReference<Runnable> submit() {
    Runnable task = performed::countDown;
    queue.offer(task);
    return new WeakReference<>(task);
  }
}
