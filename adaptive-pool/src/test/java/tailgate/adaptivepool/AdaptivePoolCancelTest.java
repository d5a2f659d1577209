package tailgate.adaptivepool;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.queue.Actor;
import tailgate.server.stage.OverloadPolicy;

/** A task that is cancelled while it is queued leaves the queue at once. */
final class AdaptivePoolCancelTest {
  private static final int CAPACITY = 2;

  private final Gate gate = new Gate();
  private final AdaptivePool pool =
      new AdaptivePool(
          new AdaptivePoolConfig(
              1,
              1,
              CAPACITY,
              OverloadPolicy.BLOCK,
              Duration.ofMinutes(1),
              new LadderPolicy(),
              "cancel",
              System::nanoTime));

  @BeforeEach
  void holdTheWorker() throws Exception {
    pool.execute(gate);
    gate.awaitEntered(1);
  }

  @AfterEach
  void end() throws Exception {
    gate.open();
    pool.shutdownNow();
    assertThat(pool.awaitTermination(120, SECONDS)).isTrue();
  }

  @Test
  void aCancelledTaskGivesItsPlaceToASubmitterThatWaits() throws Exception {
    Future<?> first = pool.submit(() -> "never");
    Future<?> second = pool.submit(() -> {}, "result");
    var submitter = Actor.start(() -> pool.submit(() -> "late")).awaitBlocked();
    first.cancel(false);
    Future<String> late = submitter.result();
    second.cancel(true);
    assertThat(pool.counts().queued()).isEqualTo(1);
    gate.open();
    assertThat(late.get()).isEqualTo("late");
  }

  @Test
  void cancellingATaskThatRunsTakesNoOtherOutOfTheQueue() throws Exception {
    gate.open();
    var second = new Gate();
    Future<?> running = pool.submit(second);
    second.awaitEntered(1);
    Future<String> queued = pool.submit(() -> "queued");
    running.cancel(true);
    assertThat(queued.get()).isEqualTo("queued");
  }

  @Test
  void whatInvokeAllGivesUpLeavesTheQueue() throws Exception {
    var tasks = Collections.nCopies(CAPACITY, Executors.callable(() -> {}));
    assertThat(pool.invokeAll(tasks, 1, MILLISECONDS)).allMatch(Future::isCancelled);
    assertThat(pool.counts().queued()).isZero();
  }

  @Test
  void cancellingTheLastQueuedTaskEndsAPoolThatWasShutDown() throws Exception {
    Future<?> last = pool.submit(() -> "never");
    pool.shutdown();
    last.cancel(false);
    gate.open();
    assertThat(pool.awaitTermination(120, SECONDS)).isTrue();
  }
}
