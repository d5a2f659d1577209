package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.Decision;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.adaptivepool.policy.PoolSample;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.queue.Eventually;
import tailgate.server.stage.OverloadPolicy;

/** The whole pool: does it grow when it is called, shrink when it is not, and live through bugs? */
final class AdaptivePoolResizeTest {
  /** So long that all resizes in a test happen because of the wake signal. */
  private static final Duration NEVER = Duration.ofMinutes(1);

  private final Gate gate = new Gate();
  private final List<Resize> resizes = new CopyOnWriteArrayList<>();
  private final List<AdaptivePool> pools = new CopyOnWriteArrayList<>();

  @AfterEach
  void everyPoolEnds() throws Exception {
    gate.open();
    for (AdaptivePool pool : pools) {
      pool.stop();
      assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
    }
  }

  @Test
  void startsWithTheMinimum() {
    var pool = pool(3, 8, NEVER, new LadderPolicy());
    Eventually.until(() -> pool.counts().equals(new PoolCounts(3, 3, 0, 0)));
    assertThat(resizes).isEmpty();
  }

  @Test
  void aBurstCallsTheMonitorAtOnce() throws Exception {
    var pool = pool(2, 16, NEVER, new LadderPolicy());
    for (int i = 0; i < 16; i++) {
      pool.execute(gate);
    }
    gate.awaitEntered(16);
    assertThat(pool.counts()).isEqualTo(new PoolCounts(16, 0, 0, 0));
    Eventually.until(() -> resizes.getLast().to() == 16); // the listener is called after the start
    assertThat(resizes.getFirst().from()).isEqualTo(2);
    assertGapless();
  }

  @Test
  void oneTaskTooManyCallsTheMonitor() throws Exception {
    var pool = pool(2, 3, NEVER, new LadderPolicy());
    for (int i = 0; i < 3; i++) {
      pool.execute(gate);
      gate.awaitEntered(1);
    }
    assertThat(pool.counts().workers()).isEqualTo(3);
  }

  @Test
  void tasksThatWorkersSubmitCallTheMonitorToo() throws Exception {
    var pool = pool(1, 4, NEVER, new LadderPolicy());
    pool.execute(
        () -> {
          for (int i = 0; i < 3; i++) {
            pool.execute(gate);
          }
          gate.run();
        });
    gate.awaitEntered(4);
  }

  @Test
  void neverMoreThanTheMaximum() throws Exception {
    var pool = pool(1, 4, Duration.ofMillis(1), sample -> new Decision(1000, Cause.OTHER, "greed"));
    for (int i = 0; i < 20; i++) {
      pool.execute(gate);
    }
    gate.awaitEntered(4);
    assertThat(pool.counts()).isEqualTo(new PoolCounts(4, 0, 0, 16));
    gate.open();
    assertThat(resizes).allSatisfy(resize -> assertThat(resize.to()).isLessThanOrEqualTo(4));
  }

  @Test
  void comesBackToTheMinimumWhenItIsQuiet() throws Exception {
    var pool = pool(2, 32, Duration.ofMillis(1), new LadderPolicy());
    for (int i = 0; i < 32; i++) {
      pool.execute(gate);
    }
    gate.awaitEntered(32);
    gate.open();
    Eventually.until(() -> pool.counts().equals(new PoolCounts(2, 2, 0, 0)));
    Eventually.until(() -> resizes.getLast().to() == 2);
    assertGapless();
    assertThat(pool.completedTasks()).isEqualTo(32);
  }

  @Test
  void aPolicyThatThrowsHarmsNobody() throws Exception {
    var broken = new AtomicBoolean(true);
    var pool =
        pool(
            1,
            4,
            Duration.ofMillis(1),
            sample -> {
              if (broken.get()) {
                throw new IllegalStateException("a policy's bug");
              }
              return new Decision(4, Cause.OTHER, "mended");
            });
    Eventually.until(() -> pool.failures().scaling() > 2);
    assertThat(CompletableFuture.supplyAsync(() -> "served", pool).get()).isEqualTo("served");
    broken.set(false);
    Eventually.until(() -> pool.counts().workers() == 4);
  }

  @Test
  void aListenerThatThrowsHarmsNobody() {
    var config =
        config(
            1,
            4,
            Duration.ofMillis(1),
            sample -> new Decision(4, Cause.OTHER, "up"),
            System::nanoTime);
    var pool =
        new AdaptivePool(
            config,
            resize -> {
              throw new IllegalStateException("a listener's bug");
            });
    pools.add(pool);
    Eventually.until(() -> pool.counts().equals(new PoolCounts(4, 4, 0, 0)));
    Eventually.until(() -> pool.failures().scaling() == 1);
  }

  @Test
  void threadsThatCannotBeStartedAreStartedLater() throws Exception {
    var exhausted = new AtomicBoolean(true);
    ThreadFactory factory =
        task -> {
          if (exhausted.get()) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          return new Thread(task);
        };
    var config = config(2, 4, Duration.ofMillis(1), new LadderPolicy(), System::nanoTime);
    var pool = new AdaptivePool(config, resizes::add, factory);
    pools.add(pool);
    var task = CompletableFuture.supplyAsync(() -> "served late", pool);
    Eventually.until(() -> pool.failures().threadStarts() > 2);
    assertThat(pool.counts()).isEqualTo(new PoolCounts(0, 0, 0, 1));
    exhausted.set(false);
    assertThat(task.get()).isEqualTo("served late");
  }

  @Test
  void looksWhenTheIntervalIsOverByTheInjectedClock() {
    var clock = new FakeClock();
    List<PoolSample> samples = new CopyOnWriteArrayList<>();
    ScalingPolicy looking =
        sample -> {
          samples.add(sample);
          return new Decision(1, Cause.OTHER, "only looking");
        };
    var pool = new AdaptivePool(config(1, 2, Duration.ofMillis(2), looking, clock));
    pools.add(pool);
    for (int looks = 1; looks < 5; looks++) {
      int expected = looks;
      Eventually.until(() -> samples.size() == expected);
      long reads = clock.reads();
      // Its parking goes by the real clock, so it wakes and asks again, many intervals long.
      Eventually.until(() -> clock.reads() > reads + 20);
      assertThat(samples).as("no look while the clock stands still").hasSize(expected);
      clock.advance(Duration.ofMillis(2));
    }
  }

  @Test
  void aMonitorThatIsInterruptedGoesOn() throws Exception {
    var pool = pool(1, 4, NEVER, new LadderPolicy());
    Eventually.until(() -> ThreadsNamed.startingWith("resize-monitor").size() == 1);
    Thread monitor = ThreadsNamed.startingWith("resize-monitor").getFirst();
    monitor.interrupt();
    for (int i = 0; i < 4; i++) {
      pool.execute(gate);
    }
    gate.awaitEntered(4);
    Eventually.until(() -> !monitor.isInterrupted());
  }

  @Test
  void leavesNoThreadBehind() throws Exception {
    Eventually.until(() -> ThreadsNamed.startingWith("resize-").isEmpty());
    var pool = pool(4, 16, NEVER, new LadderPolicy());
    for (int i = 0; i < 16; i++) {
      pool.execute(gate);
    }
    gate.awaitEntered(16);
    List<Thread> threads = ThreadsNamed.startingWith("resize-");
    assertThat(threads).hasSize(17);
    assertThat(threads).extracting(Thread::getName).contains("resize-monitor", "resize-worker-16");
    gate.open();
    pool.stop();
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }
    Eventually.until(() -> ThreadsNamed.startingWith("resize-").isEmpty());
  }

  private AdaptivePool pool(int min, int max, Duration interval, ScalingPolicy policy) {
    var pool = new AdaptivePool(config(min, max, interval, policy, System::nanoTime), resizes::add);
    pools.add(pool);
    return pool;
  }

  private static AdaptivePoolConfig config(
      int min, int max, Duration interval, ScalingPolicy policy, LongSupplier clock) {
    return new AdaptivePoolConfig(
        min, max, 1000, OverloadPolicy.BLOCK, interval, policy, "resize", clock);
  }

  /** Every resize begins where the one before ended. */
  private void assertGapless() {
    for (int i = 1; i < resizes.size(); i++) {
      assertThat(resizes.get(i).from()).isEqualTo(resizes.get(i - 1).to());
    }
  }
}
