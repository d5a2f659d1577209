package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
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

/** A pool ends, and works until then, whatever its tasks, its policy and its start do to it. */
final class AdaptivePoolMishapsTest {
  private static final Duration NEVER = Duration.ofMinutes(1);

  private final ScalingPolicy ladder = new LadderPolicy();
  private final CountDownLatch looking = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final List<AdaptivePool> pools = new ArrayList<>();

  @AfterEach
  void everyPoolEnds() throws Exception {
    goOn.countDown();
    for (AdaptivePool pool : pools) {
      pool.stop();
      assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
    }
    Eventually.until(() -> ThreadsNamed.startingWith("mishap-").isEmpty());
  }

  @Test
  void aPolicyThatBlocksHoldsUpNobodyWhoWaitsForTheEnd() throws Exception {
    var pool = pool(NEVER, this::held);
    looking.await();
    var task = CompletableFuture.supplyAsync(() -> "served", pool);
    assertThat(task.get()).isEqualTo("served");
    pool.stop();
    assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
  }

  @Test
  void aPolicyThatBlocksIsInterruptedByAStop() throws Exception {
    var pool = pool(NEVER, this::held);
    looking.await();
    pool.stop();
    assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
    // Nobody lets it go on: only the interrupt ends the monitor's thread.
    Eventually.until(() -> ThreadsNamed.startingWith("mishap-").isEmpty());
  }

  @Test
  void anExceptionThatCannotBeLoggedDoesNotEndTheMonitor() {
    var looks = new AtomicInteger();
    var pool =
        pool(
            Duration.ofMillis(1),
            sample -> {
              if (looks.getAndIncrement() == 0) {
                throw new Unspeakable();
              }
              return new Decision(4, Cause.OTHER, "mended");
            });
    Eventually.until(() -> pool.counts().equals(new PoolCounts(4, 4, 0, 0)));
    assertThat(pool.failures().scaling()).isEqualTo(1);
  }

  @Test
  void aPoolThatCannotBeStartedLeavesNoThreadBehind() {
    LongSupplier broken =
        () -> {
          throw new IllegalStateException("a clock's bug");
        };
    assertThatThrownBy(() -> new AdaptivePool(config(NEVER, ladder, broken)))
        .hasMessage("a clock's bug");
    Eventually.until(() -> ThreadsNamed.startingWith("mishap-").isEmpty());
  }

  /** The ladder, which does not answer before the test lets it. */
  private Decision held(PoolSample sample) {
    looking.countDown();
    try {
      goOn.await();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
    return ladder.decide(sample);
  }

  private AdaptivePool pool(Duration interval, ScalingPolicy policy) {
    var pool = new AdaptivePool(config(interval, policy, System::nanoTime));
    pools.add(pool);
    return pool;
  }

  private static AdaptivePoolConfig config(
      Duration interval, ScalingPolicy policy, LongSupplier clock) {
    return new AdaptivePoolConfig(
        1, 4, 100, OverloadPolicy.BLOCK, interval, policy, "mishap", clock);
  }

  /** Throws another of its kind when it is asked what it is. */
  private static final class Unspeakable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new Unspeakable();
    }
  }
}
