package tailgate.adaptivepool;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.queue.Actor;
import tailgate.queue.Eventually;
import tailgate.server.stage.OverloadPolicy;

/** What an ExecutorService promises, promise by promise. */
final class AdaptivePoolExecutorContractTest {
  private final Gate gate = new Gate();
  private final BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
  private final List<AdaptivePool> pools = new ArrayList<>();

  @AfterEach
  void everyPoolEnds() throws Exception {
    gate.open();
    for (AdaptivePool pool : pools) {
      pool.shutdownNow();
      assertThat(pool.awaitTermination(120, SECONDS)).isTrue();
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
    assertThat(pool.submit(() -> Thread.currentThread().getName()).get())
        .isEqualTo("pool-worker-1");
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  // An unannotated caller may pass null; NullAway keeps the annotated ones from it.
  @SuppressWarnings("NullAway")
  @Test
  void refusesANullTask() {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    assertThatNullPointerException().isThrownBy(() -> pool.execute(null)).withMessage("task");
    assertThatNullPointerException().isThrownBy(() -> pool.submit((Runnable) null));
  }

  @Test
  void invokesAllAndAny() throws Exception {
    var pool = pool(2, 4, 10, OverloadPolicy.BLOCK);
    List<Callable<Integer>> tasks =
        IntStream.range(0, 50).<Callable<Integer>>mapToObj(i -> () -> i * i).toList();
    int sum = 0;
    for (Future<Integer> square : pool.invokeAll(tasks)) {
      sum += square.get();
    }
    assertThat(sum).isEqualTo(40_425);
    List<Callable<String>> either = List.of(() -> fail("this one"), () -> "the other");
    assertThat(pool.invokeAny(either)).isEqualTo("the other");
  }

  @Test
  void invokeAnyFailsWhenAllDo() {
    var pool = pool(2, 4, 10, OverloadPolicy.BLOCK);
    List<Callable<String>> both = List.of(() -> fail("this one"), () -> fail("that one"));
    assertThatThrownBy(() -> pool.invokeAny(both))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void invokeAllCancelsWhatIsNotDoneInTime() throws Exception {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    List<Callable<Object>> tasks = List.of(Executors.callable(gate), () -> "never begun");
    assertThat(pool.invokeAll(tasks, 1, MILLISECONDS)).allMatch(Future::isCancelled);
    // The gate was not opened: only the interrupt lets the next task run.
    assertThat(pool.submit(() -> "next").get()).isEqualTo("next");
  }

  @Test
  void aTaskThatThrowsIsToldAndItsWorkerLives() throws Exception {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    Thread before = pool.submit(Thread::currentThread).get();
    pool.execute(() -> fail("an exception"));
    pool.execute(
        () -> {
          throw new StackOverflowError("an error");
        });
    assertThat(pool.submit(Thread::currentThread).get()).isSameAs(before);
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
    assertThat(pool.submit(() -> "alive").get()).isEqualTo("alive");
  }

  @Test
  void shutdownPerformsWhatIsQueuedAndRefusesMore() throws Exception {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    pool.execute(gate);
    gate.awaitEntered(1);
    var queued = pool.submit(() -> "queued");
    assertThat(pool.isShutdown()).isFalse();
    pool.shutdown();
    assertThat(pool.isShutdown()).isTrue();
    assertThat(pool.isTerminated()).isFalse();
    assertThat(pool.awaitTermination(1, MILLISECONDS)).isFalse();
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> pool.execute(gate))
        .withMessage("the pool is shut down");
    gate.open();
    assertThat(pool.awaitTermination(120, SECONDS)).isTrue();
    assertThat(pool.isTerminated()).isTrue();
    assertThat(queued.get()).isEqualTo("queued");
  }

  @Test
  void shutdownNowInterruptsAndReturnsWhatHasNotBegun() throws Exception {
    var pool = pool(2, 2, 10, OverloadPolicy.BLOCK);
    pool.execute(gate);
    pool.execute(gate);
    gate.awaitEntered(2);
    Runnable first = () -> {}; // all are timed while they are few, and wrapped for it
    Runnable second = () -> {};
    pool.execute(first);
    pool.execute(second);
    assertThat(pool.shutdownNow()).containsExactly(first, second);
    // The gate was not opened: only the interrupts can end its two runs.
    assertThat(pool.awaitTermination(120, SECONDS)).isTrue();
    assertThat(pool.shutdownNow()).isEmpty();
  }

  @Test
  void shutdownNowReturnsTheFuturesThatSubmitHasReturned() throws Exception {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    pool.execute(gate);
    gate.awaitEntered(1);
    Future<?> queued = pool.submit(() -> "never");
    assertThat(pool.shutdownNow()).hasSize(1).first().isSameAs(queued);
    assertThat(queued.isDone()).isFalse();
  }

  @Test
  void shutdownNowRejectsAllSubmittersThatAreBlocked() throws Exception {
    var pool = pool(1, 1, 2, OverloadPolicy.BLOCK);
    fill(pool, 2);
    List<Actor<Future<String>>> submitters = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      submitters.add(Actor.start(() -> pool.submit(() -> "late")).awaitBlocked());
    }
    assertThat(pool.shutdownNow()).containsExactly(gate, gate);
    for (Actor<Future<String>> submitter : submitters) {
      assertThatThrownBy(submitter::result)
          .hasCauseInstanceOf(RejectedExecutionException.class)
          .hasMessageEndingWith("the pool is shut down");
    }
  }

  @Test
  void anIdlePoolTerminatesAtOnce() throws Exception {
    var pool = pool(4, 4, 10, OverloadPolicy.BLOCK, Duration.ofMinutes(1));
    pool.shutdown();
    assertThat(pool.awaitTermination(120, SECONDS)).isTrue();
    pool.shutdown();
    assertThat(pool.toString()).startsWith("AdaptivePool[terminated, PoolCounts[workers=0,");
  }

  @Test
  void closeWaitsForWhatIsQueued() throws Exception {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    var result = new AtomicReference<>("nothing");
    pool.execute(gate);
    pool.execute(() -> result.set("all done"));
    var closer =
        Actor.<@Nullable Void>start(
                () -> {
                  pool.close();
                  return null;
                })
            .awaitBlocked();
    gate.open();
    closer.result();
    assertThat(result).hasValue("all done");
  }

  @Test
  void awaitTerminationHonoursInterrupts() {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    var waiter = Actor.start(() -> pool.awaitTermination(120, SECONDS));
    waiter.interrupt();
    assertThatThrownBy(waiter::result).hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void anInterruptThatComesLateDoesNotReachTheNextTask() throws Exception {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    pool.execute(() -> Thread.currentThread().interrupt());
    assertThat(pool.submit(() -> Thread.currentThread().isInterrupted()).get()).isFalse();
  }

  @Test
  void cancellingInterruptsTheTask() throws Exception {
    var pool = pool(1, 1, 10, OverloadPolicy.BLOCK);
    var task = pool.submit(gate);
    gate.awaitEntered(1);
    task.cancel(true);
    // The gate was not opened: only the interrupt lets the next task run.
    assertThat(pool.submit(() -> "next").get()).isEqualTo("next");
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
    var submitter = Actor.start(() -> pool.submit(() -> "late")).awaitBlocked();
    gate.open();
    assertThat(submitter.result().get()).isEqualTo("late");
  }

  @Test
  void aBlockedSubmitterIsRejectedByShutdown() throws Exception {
    var pool = pool(1, 1, 2, OverloadPolicy.BLOCK);
    fill(pool, 2);
    var submitter = Actor.start(() -> pool.submit(() -> "late")).awaitBlocked();
    pool.shutdown();
    assertThatThrownBy(submitter::result)
        .hasCauseInstanceOf(RejectedExecutionException.class)
        .hasMessageEndingWith("the pool is shut down");
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

  @Test
  void aWorkerNeverWaitsForRoomInItsOwnQueue() throws Exception {
    var pool = pool(1, 1, 1, OverloadPolicy.BLOCK);
    Future<List<Thread>> performers =
        pool.submit(
            () -> {
              List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
              for (int i = 0; i < 10; i++) {
                pool.execute(() -> threads.add(Thread.currentThread()));
              }
              // One is queued behind this very task; the others found the queue full.
              assertThat(threads).hasSize(9).containsOnly(Thread.currentThread());
              return threads;
            });
    List<Thread> threads = performers.get();
    pool.submit(() -> {}).get();
    assertThat(threads).hasSize(10);
  }

  @Test
  void aWorkerOfAnotherPoolWaitsLikeAnybody() throws Exception {
    var full = pool(1, 1, 1, OverloadPolicy.BLOCK);
    Thread worker = full.submit(Thread::currentThread).get();
    fill(full, 1);
    var other = pool(1, 1, 1, OverloadPolicy.BLOCK);
    Future<Thread> nested = other.submit(() -> full.submit(Thread::currentThread).get());
    gate.open();
    assertThat(nested.get()).isSameAs(worker);
  }

  @Test
  void twoFullPoolsThatSubmitIntoEachOtherWaitUntilOneIsShutDown() throws Exception {
    var one = pool(1, 1, 1, OverloadPolicy.BLOCK);
    var other = pool(1, 1, 1, OverloadPolicy.BLOCK);
    var second = new Gate();
    Future<?> toOther = one.submit(() -> waitAndSubmit(gate, other));
    Future<?> toOne = other.submit(() -> waitAndSubmit(second, one));
    gate.awaitEntered(1);
    second.awaitEntered(1);
    one.execute(() -> {});
    other.execute(() -> {});
    gate.open();
    second.open();
    Eventually.until(() -> ThreadsNamed.startingWith("pool-worker").stream().allMatch(this::waits));
    other.shutdown();
    assertThatThrownBy(toOther::get).hasCauseInstanceOf(RejectedExecutionException.class);
    toOne.get();
  }

  private static void waitAndSubmit(Gate first, AdaptivePool to) {
    first.run();
    to.execute(() -> {});
  }

  private boolean waits(Thread worker) {
    return worker.getState() == Thread.State.WAITING
        && Arrays.stream(worker.getStackTrace()).anyMatch(f -> f.getMethodName().equals("put"));
  }

  @Test
  void aFullPoolOfWorkersThatSubmitMakesProgress() throws Exception {
    var pool = pool(2, 4, 1, OverloadPolicy.BLOCK);
    var done = new CountDownLatch(200);
    for (int i = 0; i < 20; i++) {
      pool.execute(
          () -> {
            for (int j = 0; j < 10; j++) {
              pool.execute(done::countDown);
            }
          });
    }
    done.await();
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
