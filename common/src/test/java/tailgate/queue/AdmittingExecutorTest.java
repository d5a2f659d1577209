package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tailgate.server.FakeClock;

/**
 * In front of a pool of one worker, whose tasks the test performs itself. So two tasks are let in
 * at first: 2.5 for each worker.
 */
final class AdmittingExecutorTest {

  /** Keeps its tasks. */
  private static final class Pool implements TaskExecutor {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean isFull;
    private boolean failsLate;

    @Override
    public void execute(Runnable task) {
      if (isFull) {
        throw new RejectedExecutionException("on purpose");
      }
      tasks.add(task);
      if (failsLate) {
        throw new OutOfMemoryError("on purpose");
      }
    }

    private void performNext() {
      tasks.remove().run();
    }

    @Override
    public int stop() {
      isFull = true;
      return tasks.size();
    }

    @Override
    public boolean awaitEnd(Duration timeout) {
      return isFull;
    }
  }

  /** A task that says what became of it. */
  private final class Task implements Refusable {
    private final String name;
    private final boolean refusable;

    private Task(String name, boolean refusable) {
      this.name = name;
      this.refusable = refusable;
    }

    @Override
    public void run() {
      events.add(name);
      if (name.equals("fails")) {
        throw new IllegalStateException("on purpose");
      }
    }

    @Override
    public boolean refuse(Lateness why) {
      if (refusable) {
        events.add(name + " " + why);
      }
      return refusable;
    }
  }

  private final FakeClock clock = new FakeClock();
  private final List<String> events = new ArrayList<>();
  private final Pool pool = new Pool();
  private final TaskExecutor executor =
      AdmittingExecutor.of(pool, new AdmissionRule(AdmissionKind.CREDITS), 1, clock);

  private void execute(String... names) {
    for (String name : names) {
      executor.execute(new Task(name, true));
    }
  }

  /** How many more tasks are let in, one after the other; they stay in the pool. */
  private int room() {
    int before = pool.tasks.size();
    execute("x", "x", "x", "x", "x");
    return pool.tasks.size() - before;
  }

  @Test
  void withoutAnAdmissionItIsThePoolAndReadsNoClock() {
    assertThat(
            AdmittingExecutor.of(
                pool,
                AdmissionRule.NONE,
                1,
                () -> {
                  throw new AssertionError("was read");
                }))
        .isSameAs(pool);
  }

  @Test
  void aTaskThatIsOneTooManyIsRefusedAtOnce() {
    execute("a", "b", "c");
    assertThat(events).containsExactly("c ADMISSION");
    pool.performNext();
    pool.performNext();
    assertThat(events).containsExactly("c ADMISSION", "a", "b");
  }

  @Test
  void whatHasEndedMakesRoom() {
    execute("a", "b");
    pool.performNext();
    assertThat(room()).isEqualTo(1);
  }

  @Test
  void whatHasFailedMakesRoom() {
    execute("fails", "b");
    assertThatThrownBy(pool::performNext).isInstanceOf(IllegalStateException.class);
    assertThat(room()).isEqualTo(1);
  }

  @Test
  void whatTheQueueRefusesMakesRoomAndIsNoSample() {
    execute("a", "b");
    clock.pass(Duration.ofSeconds(1));
    assertThat(((Refusable) pool.tasks.remove()).refuse(Lateness.CODEL)).isTrue();
    assertThat(events).containsExactly("a CODEL");
    assertThat(room()).isEqualTo(1);
  }

  @Test
  void whatThePoolHasNoRoomForMakesRoom() {
    pool.isFull = true;
    assertThatThrownBy(() -> execute("a")).isInstanceOf(RejectedExecutionException.class);
    pool.isFull = false;
    assertThat(room()).isEqualTo(2);
  }

  /** As a pool of the JDK, if it has queued a task and then cannot start a thread. */
  @Test
  void whatIsPerformedThoughThePoolFailedLeavesOnce() {
    pool.failsLate = true;
    assertThatThrownBy(() -> execute("a")).isInstanceOf(OutOfMemoryError.class);
    pool.failsLate = false;
    pool.performNext();
    assertThat(room()).isEqualTo(2);
  }

  /** A connection in the middle of a response. */
  @Test
  void whatCannotBeRefusedIsLetIn() {
    execute("a", "b");
    executor.execute(new Task("begun", false));
    executor.execute(() -> events.add("no such task"));
    pool.performNext();
    pool.performNext();
    pool.performNext();
    pool.performNext();
    assertThat(events).containsExactly("a", "b", "begun", "no such task");
    assertThat(room()).isEqualTo(2);
  }

  @Test
  void whatCannotBeRefusedByTheQueueStaysInside() {
    executor.execute(new Task("begun", false));
    assertThat(((Refusable) pool.tasks.getFirst()).refuse(Lateness.DEADLINE)).isFalse();
    assertThat(room()).isEqualTo(1);
  }

  @Test
  void longWaitsMakeTheLimitLowerAndShortOnesHigher() {
    execute("a");
    clock.pass(Duration.ofSeconds(1));
    pool.performNext();
    assertThat(room()).as("no lower than the number of workers").isEqualTo(1);
    pool.performNext();
    clock.pass(Duration.ofMillis(100));
    execute("b");
    pool.performNext();
    assertThat(room()).isEqualTo(2);
  }

  @Test
  void stopsThePool() throws Exception {
    execute("a");
    assertThat(executor.awaitEnd(Duration.ZERO)).isFalse();
    assertThat(executor.stop()).isEqualTo(1);
    assertThat(executor.awaitEnd(Duration.ZERO)).isTrue();
  }

  /** The clock stands still, and so does the limit: five for two workers. */
  @Test
  void eachTaskIsPerformedOrRefusedAndNoneIsForgotten() throws Exception {
    int submitters = 4;
    int tasks = 5_000;
    var refusals = new AtomicInteger();
    var real = new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    try (real) {
      TaskExecutor admitting =
          AdmittingExecutor.of(
              TaskExecutor.of(real), new AdmissionRule(AdmissionKind.CREDITS), 2, clock);
      List<Actor<Integer>> actors = new ArrayList<>();
      for (int i = 0; i < submitters; i++) {
        actors.add(Actor.start(() -> submit(admitting, tasks, () -> {}, refusals)));
      }
      for (Actor<Integer> actor : actors) {
        assertThat(actor.result()).isEqualTo(tasks);
      }
      Eventually.until(
          () -> real.getCompletedTaskCount() + refusals.get() == (long) submitters * tasks);
      refusals.set(0);
      var end = new CountDownLatch(1);
      submit(admitting, 20, () -> awaitEnd(end), refusals);
      assertThat(refusals.get()).isEqualTo(15);
      end.countDown();
    }
  }

  private static void awaitEnd(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private static int submit(
      TaskExecutor executor, int tasks, Runnable work, AtomicInteger refusals) {
    for (int i = 0; i < tasks; i++) {
      executor.execute(
          new Refusable() {
            @Override
            public void run() {
              work.run();
            }

            @Override
            public boolean refuse(Lateness why) {
              refusals.incrementAndGet();
              return true;
            }
          });
    }
    return tasks;
  }
}
