package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.PolicyChoice;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.queue.Actor;
import tailgate.queue.Eventually;
import tailgate.server.stage.OverloadPolicy;
import tailgate.soak.SoakSettings;

/**
 * Starts pools of all kinds, puts them under bursts, and ends them in the middle of it, for as many
 * minutes as {@code soak.minutes} says: {@code mvn -Psoak -Dsoak.minutes=3 test}.
 */
@Tag("soak")
final class AdaptivePoolSoakTest {
  private static final Duration TIME = SoakSettings.read().load();
  private static final int SUBMITTERS = 4;

  private final LongAdder pools = new LongAdder();
  private final LongAdder tasks = new LongAdder();
  private final LongAdder resizes = new LongAdder();
  private final AtomicInteger mostWorkers = new AtomicInteger();

  @Test
  void poolsThatComeAndGoLeaveNoThreadAndLoseNoTask() throws Exception {
    long end = System.nanoTime() + TIME.toNanos();
    while (System.nanoTime() - end < 0) {
      for (PolicyChoice policy : PolicyChoice.values()) {
        for (OverloadPolicy overload : OverloadPolicy.values()) {
          runOnePool(policy, overload);
        }
      }
      Eventually.until(() -> ThreadsNamed.startingWith("soak-").isEmpty());
    }
    System.out.printf(
        Locale.ROOT,
        "soak: %d pools, %d tasks, %d resizes, at most %d workers, none left%n",
        pools.sum(),
        tasks.sum(),
        resizes.sum(),
        mostWorkers.get());
  }

  private void runOnePool(PolicyChoice policy, OverloadPolicy overload) throws Exception {
    var pool = pool(policy, overload);
    var performed = new LongAdder();
    var stopped = new AtomicBoolean();
    List<Actor<Integer>> submitters = new ArrayList<>();
    for (int i = 0; i < SUBMITTERS; i++) {
      submitters.add(Actor.start(() -> submitBursts(pool, stopped, performed)));
    }
    observe(pool, Duration.ofMillis(ThreadLocalRandom.current().nextInt(1, 400)));
    int dropped = pool.stop();
    stopped.set(true);
    long accepted = 0;
    for (Actor<Integer> submitter : submitters) {
      accepted += submitter.result();
    }
    assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
    assertThat(pool.counts()).isEqualTo(new PoolCounts(0, 0, 0, 0));
    assertThat(performed.sum() + dropped).isEqualTo(accepted);
    assertThat(pool.completedTasks()).isEqualTo(performed.sum());
    assertThat(pool.failures().scaling()).isZero();
    pools.increment();
    tasks.add(accepted);
  }

  private AdaptivePool pool(PolicyChoice policy, OverloadPolicy overload) {
    var config =
        new AdaptivePoolConfig(
            2, 32, 64, overload, Duration.ofMillis(5), policy.policy(), "soak", System::nanoTime);
    return new AdaptivePool(config, resize -> resizes.increment());
  }

  private void observe(AdaptivePool pool, Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      PoolCounts now = pool.counts(); // asserts that none of its parts is negative
      assertThat(now.staying()).isBetween(2, 32);
      mostWorkers.accumulateAndGet(now.workers(), Math::max);
      LockSupport.parkNanos(100_000);
    }
  }

  /** Answers how many tasks were accepted before the pool was stopped. */
  private static int submitBursts(AdaptivePool pool, AtomicBoolean stopped, LongAdder performed) {
    int accepted = 0;
    while (!stopped.get()) {
      for (int i = ThreadLocalRandom.current().nextInt(100); i >= 0; i--) {
        try {
          pool.execute(() -> perform(performed));
          accepted++;
        } catch (RejectedExecutionException fullOrStopped) {
          Thread.onSpinWait();
        }
      }
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(10_000_000));
    }
    return accepted;
  }

  /** One in three waits a while; one in a hundred fails. */
  private static void perform(LongAdder performed) {
    performed.increment();
    int kind = ThreadLocalRandom.current().nextInt(100);
    if (kind < 33) {
      LockSupport.parkNanos(2_000_000);
    } else if (kind == 99) {
      Thread.currentThread().setUncaughtExceptionHandler((thread, expected) -> {});
      throw new IllegalStateException("a task's bug");
    }
  }
}
