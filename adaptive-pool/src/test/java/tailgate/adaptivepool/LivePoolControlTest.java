package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.LadderPolicy;
import tailgate.queue.BoundedQueue;
import tailgate.queue.Eventually;
import tailgate.queue.QueueDiscipline;
import tailgate.server.stage.OverloadPolicy;

/** How often the system is asked what the workers do. */
final class LivePoolControlTest {
  private final FakeClock clock = new FakeClock();
  private final BoundedQueue<Runnable> queue = new BoundedQueue<>(10);
  private final WorkerSet workerSet = new WorkerSet(queue, new WakeSignal());
  private final CountDownLatch computing = new CountDownLatch(1);
  private final AtomicBoolean computed = new AtomicBoolean();

  @AfterEach
  void end() {
    computed.set(true);
    workerSet.close();
    Eventually.until(() -> workerSet.awaitEnd(0));
  }

  @Test
  void eachLookOfAMonitorAsksForTheProcessors() throws Exception {
    LivePoolControl control = controlFor(DecideBy.MONITOR);
    assertThat(control.read().processors().runnable()).isZero();

    compute();

    assertThat(control.read().processors().runnable()).isEqualTo(1);
  }

  @Test
  void submittersAskNoMoreOftenThanAMonitorThatRests() throws Exception {
    LivePoolControl control = controlFor(DecideBy.SUBMITTER);
    assertThat(control.read().processors().runnable()).isZero();

    compute();

    clock.advance(LookBackoff.LONGEST.minusNanos(1));
    assertThat(control.read().processors().runnable()).isZero();
    assertThat(control.read().counts().busy()).as("the rest is of now").isEqualTo(1);
    clock.advance(LookBackoff.LONGEST);
    assertThat(control.read().processors().runnable()).isEqualTo(1);
  }

  private void compute() throws InterruptedException {
    queue.offer(
        () -> {
          computing.countDown();
          while (!computed.get()) {
            Thread.onSpinWait();
          }
        });
    computing.await();
  }

  /** With one worker, which waits for a task. */
  private LivePoolControl controlFor(DecideBy decideBy) {
    var config =
        new AdaptivePoolConfig(
            1,
            1,
            queue.capacity(),
            QueueDiscipline.PLAIN,
            OverloadPolicy.BLOCK,
            Duration.ofMillis(100),
            new LadderPolicy(),
            decideBy,
            null,
            "control",
            clock);
    var starter =
        new WorkerStarter(
            workerSet, queue, () -> null, Thread.ofPlatform().daemon().factory(), "control");
    starter.start(1);
    Eventually.until(() -> workerSet.counts().idle() == 1);
    Eventually.until(() -> workerSet.threads().get(0).getState() == Thread.State.WAITING);
    return new LivePoolControl(queue, workerSet, starter, new TaskTimer(clock), config);
  }
}
