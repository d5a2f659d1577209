package tailgate.threadpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.queue.Actor;
import tailgate.queue.Eventually;
import tailgate.server.stage.OverloadPolicy;
import tailgate.threadpool.queue.QueueKind;

/** Submitters that go on while the pool is stopped under them. */
@Tag("slow")
@ParameterizedClass
@CsvSource({
  "LOCK, BLOCK",
  "LOCK, REJECT",
  "ARRAY, BLOCK",
  "ARRAY, REJECT",
  "LINKED, BLOCK",
  "LINKED, REJECT",
  "TRANSFER, BLOCK",
  "TRANSFER, REJECT",
  "SEMAPHORES, BLOCK",
  "SEMAPHORES, REJECT",
  "PARK, BLOCK",
  "PARK, REJECT"
})
final class FixedPoolStressTest {
  private static final int SUBMITTERS = 3;
  private static final int TASKS = 100_000;

  private final AtomicIntegerArray runs = new AtomicIntegerArray(SUBMITTERS * TASKS);
  private final FixedPool pool;

  FixedPoolStressTest(QueueKind kind, OverloadPolicy overload) {
    pool = new FixedPool(4, 8, kind, overload);
  }

  @RepeatedTest(10)
  void eachAcceptedTaskIsPerformedOnceOrDroppedByAStop() throws Exception {
    List<Actor<Integer>> submitters = submitters();
    Eventually.until(() -> pool.getCompletedTaskCount() > 100);
    int dropped = pool.stop();
    int accepted = accepted(submitters);
    assertThat(pool.awaitEnd(Duration.ofMinutes(2))).isTrue();
    assertThat(countedRuns() + dropped).isEqualTo(accepted);
  }

  private List<Actor<Integer>> submitters() {
    List<Actor<Integer>> submitters = new ArrayList<>();
    for (int i = 0; i < SUBMITTERS; i++) {
      int first = i * TASKS;
      submitters.add(Actor.start(() -> submit(first)));
    }
    return submitters;
  }

  /** Answers how many tasks were accepted; ends early when the pool is stopped. */
  private int submit(int first) {
    int accepted = 0;
    for (int i = 0; i < TASKS && !pool.isShutdown(); i++) {
      int number = first + i;
      try {
        pool.execute(() -> runs.incrementAndGet(number));
        accepted++;
      } catch (RejectedExecutionException full) {
        Thread.onSpinWait();
      }
    }
    return accepted;
  }

  private static int accepted(List<Actor<Integer>> submitters) throws Exception {
    int accepted = 0;
    for (Actor<Integer> submitter : submitters) {
      accepted += submitter.result();
    }
    return accepted;
  }

  private int countedRuns() {
    int sum = 0;
    for (int i = 0; i < runs.length(); i++) {
      assertThat(runs.get(i) <= 1).isTrue();
      sum += runs.get(i);
    }
    return sum;
  }
}
