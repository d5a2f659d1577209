package tailgate.threadpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.queue.Eventually;
import tailgate.server.stage.OverloadPolicy;
import tailgate.threadpool.queue.QueueKind;

/** A pool that loses a worker and cannot start another at once, on every kind of queue. */
@ParameterizedClass
@EnumSource(QueueKind.class)
final class FixedPoolMishapsTest {
  private static final int WORKERS = 2;

  /** How many threads can still be started. */
  private final AtomicInteger left = new AtomicInteger(WORKERS);

  private final BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
  private final FixedPool pool;

  FixedPoolMishapsTest(QueueKind kind) {
    pool = new FixedPool(WORKERS, 10, kind, OverloadPolicy.REJECT, this::thread);
  }

  private Thread thread(Runnable work) {
    if (left.getAndDecrement() <= 0) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    Thread thread = new Thread(work);
    thread.setUncaughtExceptionHandler((dying, thrown) -> told.add(thrown));
    return thread;
  }

  @AfterEach
  void end() throws Exception {
    pool.stop();
    assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
  }

  @Test
  void theWorkerIsReplacedAsSoonAsAThreadCanBeStarted() throws Exception {
    loseAWorker();
    left.set(1);
    pool.execute(() -> {});
    assertThat(pool.getPoolSize()).isEqualTo(WORKERS);
  }

  private void loseAWorker() throws InterruptedException {
    int before = pool.getPoolSize();
    pool.execute(
        () -> {
          throw new IllegalStateException("a task's bug");
        });
    assertThat(told.take()).isNotNull();
    Eventually.until(() -> pool.getPoolSize() == before - 1);
  }
}
