package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.Decision;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.queue.Actor;
import tailgate.queue.Eventually;
import tailgate.server.stage.OverloadPolicy;

/** Many submitters, a policy that jerks the pool to and fro, and an observer that counts. */
@Tag("slow")
final class AdaptivePoolStressTest {
  private static final int SUBMITTERS = 3;
  private static final int TASKS = 10_000;

  private final AtomicIntegerArray runs = new AtomicIntegerArray(SUBMITTERS * TASKS);
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final LongAdder rejected = new LongAdder();

  /** From 3 to 8 workers and back, at random, as often as the monitor can. */
  private static AdaptivePool jerkyPool(OverloadPolicy overload) {
    return new AdaptivePool(
        new AdaptivePoolConfig(
            3,
            8,
            16,
            overload,
            Duration.ofMillis(1),
            sample ->
                new Decision(ThreadLocalRandom.current().nextInt(3, 9), Cause.OTHER, "a whim"),
            "stress",
            System::nanoTime),
        resize -> {});
  }

  @RepeatedTest(3)
  void everyTaskRunsOnceWhileWorkersComeAndGo() throws Exception {
    var pool = jerkyPool(OverloadPolicy.BLOCK);
    List<Actor<Integer>> submitters = submitters(pool);
    assertCountsUntilDone(pool, submitters);
    Eventually.until(() -> pool.completedTasks() == SUBMITTERS * TASKS);
    end(pool);
    assertRuns(1, SUBMITTERS * TASKS);
    assertThat(pool.completedTasks()).isEqualTo(SUBMITTERS * TASKS);
  }

  @RepeatedTest(3)
  void everyTaskRunsOnceOrIsRejected() throws Exception {
    var pool = jerkyPool(OverloadPolicy.REJECT);
    List<Actor<Integer>> submitters = submitters(pool);
    assertCountsUntilDone(pool, submitters);
    Eventually.until(() -> pool.completedTasks() + rejected.sum() == SUBMITTERS * TASKS);
    end(pool);
    assertRuns(1, (int) pool.completedTasks());
  }

  @RepeatedTest(20)
  void aStopLosesNoTask() throws Exception {
    var pool = jerkyPool(OverloadPolicy.BLOCK);
    List<Actor<Integer>> submitters = submitters(pool);
    Eventually.until(() -> pool.completedTasks() > 100);
    int dropped = pool.stop();
    stopped.set(true);
    int accepted = 0;
    for (Actor<Integer> submitter : submitters) {
      accepted += submitter.result();
    }
    assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
    assertThat(pool.completedTasks() + dropped).isEqualTo(accepted);
    assertThat(pool.counts()).isEqualTo(new PoolCounts(0, 0, 0, 0));
  }

  @Test
  void whoIsInATaskIsBusyWhoeverComesAndGoes() throws Exception {
    var pool = jerkyPool(OverloadPolicy.BLOCK);
    var gate = new Gate();
    for (int held = 1; held <= 3; held++) {
      pool.execute(gate);
      gate.awaitEntered(1);
      for (int i = 0; i < 1000; i++) {
        assertThat(pool.counts().busy()).isGreaterThanOrEqualTo(gate.inside());
      }
      int expected = held; // exact once nobody is on the way to the queue or out
      Eventually.until(() -> pool.counts().busy() == expected);
    }
    gate.open();
    end(pool);
    assertThat(pool.counts()).isEqualTo(new PoolCounts(0, 0, 0, 0));
  }

  private static void end(AdaptivePool pool) throws InterruptedException {
    assertThat(pool.stop()).isZero();
    assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
  }

  private List<Actor<Integer>> submitters(AdaptivePool pool) {
    List<Actor<Integer>> submitters = new ArrayList<>();
    for (int i = 0; i < SUBMITTERS; i++) {
      int first = i * TASKS;
      submitters.add(Actor.start(() -> submit(pool, first)));
    }
    return submitters;
  }

  /** Answers how many tasks were accepted; ends early when the pool is stopped. */
  private int submit(AdaptivePool pool, int first) {
    int accepted = 0;
    for (int i = 0; i < TASKS && !stopped.get(); i++) {
      int number = first + i;
      try {
        pool.execute(() -> runs.incrementAndGet(number));
        accepted++;
      } catch (RejectedExecutionException full) {
        rejected.increment();
      }
    }
    return accepted;
  }

  private static void assertCountsUntilDone(AdaptivePool pool, List<Actor<Integer>> submitters) {
    while (!submitters.stream().allMatch(Actor::isDone)) {
      PoolCounts now = pool.counts();
      assertThat(now.idle() + now.retiring()).isBetween(0, now.workers());
      assertThat(now.staying()).isBetween(3, 8);
      assertThat(now.queued()).isBetween(0, 16);
    }
  }

  private void assertRuns(int most, int total) {
    int sum = 0;
    for (int i = 0; i < runs.length(); i++) {
      assertThat(runs.get(i)).isLessThanOrEqualTo(most);
      sum += runs.get(i);
    }
    assertThat(sum).isEqualTo(total);
  }
}
