package tailgate.adaptivepool;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.queue.NestedTasks;
import tailgate.server.stage.OverloadPolicy;

/** Tasks that submit tasks to their own pool while its queue is full. */
final class AdaptivePoolNestedTasksTest {
  private static final int CAPACITY = 2;

  private final AtomicInteger depth = new AtomicInteger();
  private final AtomicInteger deepest = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger performed = new AtomicInteger();
  private final CountDownLatch rejected = new CountDownLatch(1);
  private final AdaptivePool pool =
      new AdaptivePool(
          new AdaptivePoolConfig(
              1,
              1,
              CAPACITY,
              OverloadPolicy.BLOCK,
              Duration.ofMinutes(1),
              new LadderPolicy(),
              "nested",
              System::nanoTime));

  @AfterEach
  void end() throws Exception {
    pool.shutdownNow();
    assertThat(pool.awaitTermination(120, SECONDS)).isTrue();
  }

  @Test
  void tasksThatResubmitThemselvesTakeTurnsOnAFullQueueWithoutADeepStack() throws Exception {
    var each = new AtomicInteger[CAPACITY + 1];
    var done = new CountDownLatch(each.length);
    for (int i = 0; i < each.length; i++) {
      each[i] = new AtomicInteger(20_000);
    }
    pool.execute(
        () -> {
          for (AtomicInteger left : each) {
            resubmit(left, done);
          }
        });
    done.await();
    assertThat(deepest.get()).isLessThanOrEqualTo(16 + 1);
    assertThat(pool.failures().scaling()).isZero();
  }

  private void resubmit(AtomicInteger left, CountDownLatch done) {
    deepest.accumulateAndGet(depth.incrementAndGet(), Math::max);
    if (left.getAndDecrement() > 0) {
      pool.execute(() -> resubmit(left, done));
    } else {
      done.countDown();
    }
    depth.decrementAndGet();
  }

  @Test
  void aFullQueueDoesNotStarveBehindATaskThatResubmitsItself() throws Exception {
    var queued = new CountDownLatch(CAPACITY);
    pool.execute(
        () -> {
          for (int i = 0; i < CAPACITY; i++) {
            pool.execute(queued::countDown);
          }
          forever();
        });
    queued.await();
  }

  private void forever() {
    try {
      pool.execute(this::forever);
    } catch (RejectedExecutionException e) {
      // The test is over, and the pool is shut down.
    }
  }

  @Test
  void everyTaskThatIsAcceptedIsPerformedAndTheRestIsRejected() throws Exception {
    pool.execute(
        () -> {
          fillQueue();
          nest(NestedTasks.MAX_DEPTH, this::submitUntilRejected);
        });
    rejected.await();
    pool.shutdown();
    assertThat(pool.awaitTermination(120, SECONDS)).isTrue();
    assertThat(performed).hasValue(accepted.get());
  }

  private void submitUntilRejected() {
    try {
      while (true) {
        pool.execute(performed::incrementAndGet);
        accepted.incrementAndGet();
      }
    } catch (RejectedExecutionException full) {
      rejected.countDown();
    }
  }

  /** Performs the task that many levels inside the current one, if the queue is full. */
  private void nest(int levels, Runnable innermost) {
    if (levels == 0) {
      innermost.run();
    } else {
      pool.execute(() -> nest(levels - 1, innermost));
    }
  }

  private void fillQueue() {
    for (int i = 0; i < CAPACITY; i++) {
      pool.execute(() -> {});
    }
  }
}
