package tailgate.threadpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.queue.Actor;
import tailgate.server.stage.OverloadPolicy;
import tailgate.threadpool.queue.QueueKind;

/** What the pool promises, on every kind of queue. */
@ParameterizedClass
@EnumSource(QueueKind.class)
final class FixedPoolTest {

  private static final Duration END = Duration.ofMinutes(2);

  private final CountDownLatch release = new CountDownLatch(1);

  private final QueueKind kind;
  private FixedPool pool;

  FixedPoolTest(QueueKind kind) {
    this.kind = kind;
    this.pool = new FixedPool(1, 1, kind, OverloadPolicy.BLOCK);
  }

  @AfterEach
  void end() throws InterruptedException {
    pool.stop();
    assertThat(pool.awaitEnd(END)).isTrue();
  }

  @Test
  void startsAllItsThreads() {
    pool.stop();
    pool = new FixedPool(3, 1, kind, OverloadPolicy.BLOCK);
    assertThat(pool.getPoolSize()).isEqualTo(3);
  }

  @Test
  void waitsForRoomInTheQueue() throws Exception {
    fill();
    CountDownLatch ran = new CountDownLatch(1);
    var submitter = submitter(ran::countDown).awaitBlocked();
    assertThat(pool.getQueue()).hasSize(1);
    assertThat(ran.getCount()).isEqualTo(1);
    release.countDown();
    submitter.result();
    ran.await();
  }

  @Test
  void rejectsWhenItsQueueIsFull() {
    pool.stop();
    pool = new FixedPool(1, 1, kind, OverloadPolicy.REJECT);
    fill();
    assertThatThrownBy(() -> pool.execute(this::block))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void rejectsWhenItIsStopped() {
    pool.stop();
    assertThatThrownBy(() -> pool.execute(this::block))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void rejectsAndStaysInterruptedWhereTheWaitIsInterrupted() throws InterruptedException {
    fill();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread submitter =
        Thread.ofPlatform()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  try {
                    pool.execute(this::block);
                  } catch (RejectedExecutionException e) {
                    thrown.set(Thread.interrupted() ? e : new AssertionError("not interrupted"));
                  }
                });
    submitter.join();
    assertThat(thrown.get()).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void aSubmitterThatWaitsIsRejectedWhenItIsStopped() throws Exception {
    fill();
    var submitter = submitter(this::block).awaitBlocked();
    pool.stop();
    assertThatThrownBy(submitter::result).hasCauseInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void dropsWhatIsQueuedWhenItIsStopped() throws InterruptedException {
    fill();
    assertThat(pool.stop()).isEqualTo(1);
    assertThat(pool.awaitEnd(END)).isTrue();
    assertThat(pool.getCompletedTaskCount()).isEqualTo(1);
  }

  private Actor<@Nullable Void> submitter(Runnable task) {
    return Actor.start(
        () -> {
          pool.execute(task);
          return null;
        });
  }

  private void block() {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The worker has a task and the queue another. */
  private void fill() {
    CountDownLatch started = new CountDownLatch(1);
    pool.execute(
        () -> {
          started.countDown();
          block();
        });
    try {
      started.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    pool.execute(this::block);
  }
}
