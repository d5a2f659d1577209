package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.queue.Actor;
import tailgate.server.stage.OverloadPolicy;

/** What a pool promises that server and stage use, promise by promise. */
final class AdaptivePoolTest {
  private static final Duration END = Duration.ofMinutes(2);

  private final Gate gate = new Gate();
  private final BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
  private final List<AdaptivePool> pools = new ArrayList<>();

  @AfterEach
  void everyPoolEnds() throws Exception {
    gate.open();
    for (AdaptivePool pool : pools) {
      pool.stop();
      assertThat(pool.awaitEnd(END)).isTrue();
      assertThat(pool.counts()).isEqualTo(new PoolCounts(0, 0, 0, 0));
    }
  }

  @Test
  void performsTasksInOrderOnNamedThreads() throws Exception {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 10; i++) {
      int number = i;
      pool.execute(() -> order.add(number));
    }
    assertThat(submit(pool, () -> Thread.currentThread().getName()).get())
        .isEqualTo("pool-worker-1");
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  // An unannotated caller may pass null; NullAway keeps the annotated ones from it.
  @SuppressWarnings("NullAway")
  @Test
  void refusesANullTask() {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    assertThatNullPointerException().isThrownBy(() -> pool.execute(null)).withMessage("task");
  }

  @Test
  void aTaskThatThrowsIsToldAndItsWorkerLives() throws Exception {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    Thread before = submit(pool, Thread::currentThread).get();
    pool.execute(() -> fail("an exception"));
    pool.execute(
        () -> {
          throw new StackOverflowError("an error");
        });
    assertThat(submit(pool, Thread::currentThread).get()).isSameAs(before);
    assertThat(told.take()).hasMessage("an exception");
    assertThat(told.take()).hasMessage("an error");
  }

  @Test
  void aHandlerThatThrowsDoesNotKillTheWorker() throws Exception {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    pool.execute(
        () -> {
          Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> fail("again"));
          fail("an exception");
        });
    assertThat(submit(pool, () -> "alive").get()).isEqualTo("alive");
  }

  @Test
  void awaitTerminationHonoursInterrupts() {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    var waiter = Actor.start(() -> pool.awaitEnd(END));
    waiter.interrupt();
    assertThatThrownBy(waiter::result).hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void anInterruptThatComesLateDoesNotReachTheNextTask() throws Exception {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    pool.execute(() -> Thread.currentThread().interrupt());
    assertThat(submit(pool, () -> Thread.currentThread().isInterrupted()).get()).isFalse();
  }

  @Test
  void rejectsWhenTheQueueIsFull() throws Exception {
    var pool = pool(1, 1, 2, OverloadPolicy.REJECT);
    fill(pool, 2);
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> pool.execute(gate))
        .withMessage("the queue is full: 2 tasks");
  }

  @Test
  void blocksUntilTheQueueHasRoom() throws Exception {
    var pool = pool(1, 1, 2, OverloadPolicy.BLOCK);
    fill(pool, 2);
    var submitter = Actor.start(() -> submit(pool, () -> "late").get()).awaitBlocked();
    gate.open();
    assertThat(submitter.result()).isEqualTo("late");
  }

  @Test
  void aBlockedSubmitterCanBeInterrupted() throws Exception {
    var pool = pool(1, 1, 2, OverloadPolicy.BLOCK);
    fill(pool, 2);
    var submitter =
        Actor.start(
                () -> {
                  assertThatExceptionOfType(RejectedExecutionException.class)
                      .isThrownBy(() -> pool.execute(gate))
                      .withMessage("interrupted while the queue was full");
                  return Thread.currentThread().isInterrupted();
                })
            .awaitBlocked()
            .interrupt();
    assertThat(submitter.result()).isTrue();
  }

  private static <T> CompletableFuture<T> submit(AdaptivePool pool, Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, pool);
  }

  private AdaptivePool pool(int min, int max, int capacity, OverloadPolicy overload) {
    return pool(min, max, capacity, overload, Duration.ofMillis(100));
  }

  private AdaptivePool pool(
      int min, int max, int capacity, OverloadPolicy overload, Duration interval) {
    var config =
        new AdaptivePoolConfig(
            min, max, capacity, overload, interval, new LadderPolicy(), "pool", System::nanoTime);
    var pool = new AdaptivePool(config, resize -> {}, this::thread);
    pools.add(pool);
    return pool;
  }

  private Thread thread(Runnable task) {
    Thread thread = new Thread(task);
    thread.setUncaughtExceptionHandler((dying, thrown) -> told.add(thrown));
    return thread;
  }

  /** Holds the only worker in the gate, and queues as many runs as there is room for. */
  private void fill(AdaptivePool pool, int capacity) throws InterruptedException {
    pool.execute(gate);
    gate.awaitEntered(1);
    for (int i = 0; i < capacity; i++) {
      pool.execute(gate);
    }
  }

  private static String fail(String message) {
    throw new IllegalStateException(message);
  }
}
