package tailgate.threadpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.queue.Actor;
import tailgate.server.stage.OverloadPolicy;
import tailgate.threadpool.queue.QueueKind;

/** A task that is cancelled while it is queued leaves the queue at once, whatever its kind. */
@ParameterizedClass
@EnumSource(QueueKind.class)
final class FixedPoolCancelTest {

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final FixedPool pool;

  FixedPoolCancelTest(QueueKind kind) {
    pool = new FixedPool(1, 1, kind, OverloadPolicy.BLOCK);
  }

  @AfterEach
  void end() throws InterruptedException {
    release.countDown();
    pool.shutdownNow();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aCancelledTaskGivesItsPlaceToASubmitterThatWaits() throws Exception {
    pool.execute(this::hold);
    entered.await();
    Future<?> queued = pool.submit(() -> "never");
    var submitter = Actor.start(() -> pool.submit(() -> "late")).awaitBlocked();
    queued.cancel(false);
    Future<String> late = submitter.result();
    release.countDown();
    assertThat(late.get()).isEqualTo("late");
  }

  @Test
  void aCancelledRunnableLeavesTheQueueToo() throws Exception {
    pool.execute(this::hold);
    entered.await();
    pool.submit(() -> {}, "result").cancel(true);
    assertThat(pool.getQueue()).isEmpty();
  }

  private void hold() {
    entered.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
