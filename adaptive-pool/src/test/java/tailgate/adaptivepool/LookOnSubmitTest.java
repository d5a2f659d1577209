package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.Decision;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.adaptivepool.policy.PoolSample;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.queue.Actor;
import tailgate.queue.Eventually;
import tailgate.queue.QueueDiscipline;
import tailgate.server.stage.OverloadPolicy;

/** A pool whose submitters decide, as in the Rust pool study. */
final class LookOnSubmitTest {
  private final Gate gate = new Gate();
  private final List<AdaptivePool> pools = new CopyOnWriteArrayList<>();

  @AfterEach
  void everyPoolEnds() throws Exception {
    gate.open();
    for (AdaptivePool pool : pools) {
      pool.stop();
      assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
    }
    Eventually.until(() -> ThreadsNamed.startingWith("submit-").isEmpty());
  }

  @Test
  void aBurstGrowsThePoolInTheThreadThatSubmits() throws Exception {
    Queue<Thread> growers = new ConcurrentLinkedQueue<>();
    var pool = pool(16, new LadderPolicy(), resize -> growers.add(Thread.currentThread()));

    for (int i = 0; i < 16; i++) {
      pool.execute(gate);
    }

    gate.awaitEntered(16);
    assertThat(growers).isNotEmpty().containsOnly(Thread.currentThread());
    assertThat(ThreadsNamed.startingWith("submit-monitor")).isEmpty();
  }

  @Test
  void eachTaskIsALookAndNothingElseIs() {
    var looks = new AtomicInteger();
    var pool =
        pool(
            4,
            sample -> {
              looks.incrementAndGet();
              return new Decision(1, Cause.OTHER, "as it is");
            },
            resize -> {});

    for (int i = 0; i < 100; i++) {
      pool.execute(() -> {});
    }
    Eventually.until(() -> pool.completedTasks() == 100);

    assertThat(looks).hasValue(100);
  }

  @Test
  void aSubmitterForWhomThereIsNoRoomMakesThePoolGrowBeforeItWaits() throws Exception {
    var looks = new AtomicInteger();
    var pool =
        pool(
            2,
            1,
            sample -> new Decision(looks.incrementAndGet() == 3 ? 2 : 1, Cause.OTHER, "the third"),
            resize -> {});
    pool.execute(gate);
    gate.awaitEntered(1);
    pool.execute(gate); // the queue is full

    pool.execute(() -> {}); // would wait for ever

    gate.awaitEntered(1);
    assertThat(pool.counts().staying()).isEqualTo(2);
  }

  @Test
  void aPolicyThatFailsRefusesNoTask() throws Exception {
    var pool =
        pool(
            4,
            sample -> {
              throw new IllegalStateException("a policy's bug");
            },
            resize -> {});

    assertThat(CompletableFuture.supplyAsync(() -> "done", pool).get()).isEqualTo("done");
    assertThat(pool.failures().scaling()).isEqualTo(1);
  }

  @Test
  void aPolicyMaySubmitATask() throws Exception {
    var answered = new AtomicInteger();
    ScalingPolicy submits =
        sample -> {
          pools.get(0).execute(answered::incrementAndGet);
          return stay(sample);
        };
    var pool = pool(4, submits, resize -> {});

    pool.execute(answered::incrementAndGet);

    Eventually.until(() -> answered.get() == 2);
  }

  @Test
  void aCalmPoolShrinksWithTheTasksThatArriveThen() throws Exception {
    var pool = pool(16, new LadderPolicy(), resize -> {});
    for (int i = 0; i < 16; i++) {
      pool.execute(gate);
    }
    gate.awaitEntered(16);
    gate.open();

    Eventually.until(
        () -> {
          pool.execute(() -> {});
          return pool.counts().staying() < 16;
        });
  }

  @Test
  void manySubmittersAtOnceLoseNothing() throws Exception {
    var pool = pool(8, new LadderPolicy(), resize -> {});
    var done = new AtomicInteger();
    List<Actor<Integer>> submitters =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    Actor.start(
                        () -> {
                          for (int task = 0; task < 2_000; task++) {
                            pool.execute(done::incrementAndGet);
                          }
                          return i;
                        }))
            .toList();
    for (Actor<Integer> submitter : submitters) {
      submitter.result();
    }

    Eventually.until(() -> done.get() == 8_000);
    assertThat(pool.counts().staying()).isBetween(1, 8);
  }

  private static Decision stay(PoolSample sample) {
    return new Decision(sample.counts().staying(), Cause.STEADY, "steady");
  }

  private AdaptivePool pool(int max, ScalingPolicy policy, ResizeListener listener) {
    return pool(max, 1_024, policy, listener);
  }

  private AdaptivePool pool(int max, int capacity, ScalingPolicy policy, ResizeListener listener) {
    var config =
        new AdaptivePoolConfig(
            1,
            max,
            capacity,
            QueueDiscipline.PLAIN,
            OverloadPolicy.BLOCK,
            Duration.ofMillis(10),
            policy,
            DecideBy.SUBMITTER,
            null,
            "submit",
            System::nanoTime);
    var pool = new AdaptivePool(config, listener);
    pools.add(pool);
    return pool;
  }
}
