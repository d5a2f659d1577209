package tailgate.threadpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.queue.NestedTasks;
import tailgate.server.stage.OverloadPolicy;
import tailgate.threadpool.queue.QueueKind;

/** Tasks that submit tasks to their own pool while its queue is full, on every kind of queue. */
@ParameterizedClass
@EnumSource(QueueKind.class)
final class FixedPoolNestedTasksTest {
  private static final int CAPACITY = 2;

  private final AtomicInteger depth = new AtomicInteger();
  private final AtomicInteger deepest = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger performed = new AtomicInteger();
  private final CountDownLatch rejected = new CountDownLatch(1);
  private final BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
  private final FixedPool pool;

  FixedPoolNestedTasksTest(QueueKind kind) {
    pool = new FixedPool(1, CAPACITY, kind, OverloadPolicy.BLOCK, this::thread);
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work);
    thread.setUncaughtExceptionHandler((dying, thrown) -> told.add(thrown));
    return thread;
  }

  @AfterEach
  void end() throws Exception {
    pool.shutdownNow();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
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
    assertThat(deepest.get()).isLessThanOrEqualTo(NestedTasks.MAX_DEPTH + 1);
    assertThat(told).isEmpty();
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
    pool.execute(this::forever);
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
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(performed).hasValue(accepted.get());
  }

  @Test
  void aKeptTaskThatThrowsIsToldAndTheOthersArePerformed() throws Exception {
    pool.execute(
        () -> {
          pool.execute(FixedPoolNestedTasksTest::fail);
          pool.execute(performed::incrementAndGet);
          nest(
              NestedTasks.MAX_DEPTH,
              () -> {
                pool.execute(performed::incrementAndGet);
                pool.execute(performed::incrementAndGet);
              });
        });
    assertThat(told.take()).hasMessage("a task's bug");
    pool.shutdown();
    assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
    assertThat(performed).hasValue(3);
  }

  private static void fail() {
    throw new IllegalStateException("a task's bug");
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
