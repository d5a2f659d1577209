package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.Decision;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.adaptivepool.policy.PoolSample;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.queue.Admission;
import tailgate.queue.BoundedQueue;
import tailgate.queue.Eventually;
import tailgate.server.stage.OverloadPolicy;

/** The mechanism step by step: the test is the monitor thread, the clock and the policy. */
final class ScalerTest {
  private static final Duration INTERVAL = Duration.ofMillis(100);

  private final FakeClock clock = new FakeClock();
  private final BoundedQueue<Runnable> queue = new BoundedQueue<>(100);
  private final TaskTimer timer = new TaskTimer(clock);
  private final Gate gate = new Gate();
  private final List<Resize> resizes = new ArrayList<>();

  private ScalingPolicy policy =
      sample -> new Decision(sample.counts().staying(), Cause.OTHER, "as it is");
  private ThreadFactory threads = Thread.ofPlatform().factory();
  private final WorkerSet workerSet = new WorkerSet(queue, new WakeSignal());
  private final WorkerStarter starter =
      new WorkerStarter(workerSet, queue, () -> null, task -> threads.newThread(task), "test");
  private Scaler scaler = newScaler(1, 32);

  @AfterEach
  void endWorkers() throws Exception {
    gate.open();
    workerSet.close();
    assertThat(workerSet.awaitEnd(Duration.ofSeconds(10).toNanos())).isTrue();
    assertThat(workerSet.counts()).isEqualTo(new PoolCounts(0, 0, 0, 0));
  }

  @Test
  void growsAtOnceToTheTarget() {
    target(8, "burst");
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.GREW);
    awaitIdle(8);
    assertThat(resizes).extracting(Resize::from).containsExactly(0);
    assertThat(resizes).extracting(Resize::to).containsExactly(8);
    assertThat(resizes).extracting(Resize::reason).containsExactly("burst");
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.CALM);
  }

  @Test
  void keepsATargetWithinTheBounds() {
    scaler = newScaler(2, 4);
    target(Integer.MAX_VALUE, "greed");
    scaler.look();
    awaitIdle(4);
    assertThat(scaler.mayGrow()).isFalse();

    target(Integer.MIN_VALUE, "despair");
    for (int workers = 3; workers >= 2; workers--) {
      lookAfterAnInterval();
      awaitIdle(workers);
    }
    lookAfterAnInterval();
    assertThat(resizes.getLast().to()).isEqualTo(2);
    assertThat(workerSet.counts()).isEqualTo(new PoolCounts(2, 2, 0, 0));
  }

  @Test
  void retiresAtMostAnEighthPerInterval() {
    startWorkers(16);
    target(1, "calm");
    scaler.look(); // Within the interval of the growth no worker may leave.
    lookAfterAnInterval();
    awaitIdle(14);
    scaler.look();
    scaler.look();
    assertThat(workerSet.counts().staying()).isEqualTo(14);
    assertThat(last().from()).isEqualTo(16);
    assertThat(last().to()).isEqualTo(14);
    assertThat(last().reason()).isEqualTo("calm");
    assertThat(last().sample().counts().workers()).isEqualTo(16);

    lookAfterAnInterval();
    awaitIdle(12);
  }

  @Test
  void comesDownFromTheDefaultMaximumInThirtyIntervals() {
    scaler = newScaler(8, 256);
    startWorkers(256);
    target(8, "calm");
    int intervals = 0;
    for (int workers = 256; workers > 8; intervals++) {
      workers = Math.max(8, workers - Math.ceilDiv(workers, 8));
      lookAfterAnInterval();
      awaitIdle(workers);
    }
    assertThat(intervals).isLessThanOrEqualTo(30);
  }

  @Test
  void aBusyWorkerFinishesItsTaskFirst() throws Exception {
    startWorkers(2);
    occupy(2);
    target(1, "calm");
    lookAfterAnInterval();
    assertThat(workerSet.counts()).isEqualTo(new PoolCounts(2, 0, 0, 0));
    gate.open();
    awaitIdle(1);
    assertThat(workerSet.completedTasks()).isEqualTo(2);
  }

  @Test
  void aRetiringWorkerThatFindsATaskStays() throws Exception {
    startWorkers(2);
    occupy(2);
    target(1, "calm");
    lookAfterAnInterval();
    Gate more = new Gate();
    submit(more);
    submit(more);
    gate.open();
    more.awaitEntered(2); // Both are still there, though one is to retire.
    more.open();
    awaitIdle(1);
  }

  @Test
  void aUselessWorkerLeavesAlsoWhileTasksAreQueued() throws Exception {
    startWorkers(2);
    occupy(2);
    policy = sample -> new Decision(1, Cause.BOTTLENECK, "no more throughput");
    lookAfterAnInterval();
    Gate more = new Gate();
    submit(more);
    submit(more);
    gate.open();
    more.awaitEntered(1);
    Eventually.until(() -> workerSet.counts().equals(new PoolCounts(1, 0, 0, 1)));
    more.open();
    awaitIdle(1);
  }

  @Test
  void aRetirementThatHasNotHappenedIsCancelledByTheNextLook() throws Exception {
    startWorkers(2);
    occupy(2);
    target(1, "calm");
    lookAfterAnInterval();
    target(2, "not so calm");
    scaler.look();
    gate.open();
    awaitIdle(2);
    scaler.look();
    assertThat(resizes).hasSize(1); // the growth
  }

  @Test
  void countsWorkersInOnePlaceEach() throws Exception {
    startWorkers(5);
    assertThat(workerSet.counts().busy()).isZero();
    for (int held = 1; held <= 5; held++) {
      occupy(1);
      assertThat(workerSet.counts()).isEqualTo(new PoolCounts(5, 5 - held, 0, 0));
      assertThat(workerSet.counts().busy()).isEqualTo(gate.inside()).isEqualTo(held);
    }
    submit(gate);
    assertThat(workerSet.counts()).isEqualTo(new PoolCounts(5, 0, 0, 1));
    assertThat(workerSet.counts().busy()).isEqualTo(gate.inside());
  }

  @Test
  void aFailingPolicyLeavesThePoolAsItIs() {
    startWorkers(3);
    policy =
        sample -> {
          throw new AssertionError("a policy's bug");
        };
    lookAfterAnInterval();
    lookAfterAnInterval();
    assertThat(scaler.failures()).isEqualTo(2);
    assertThat(workerSet.counts().staying()).isEqualTo(3);
    assertThat(resizes).hasSize(1);
  }

  @Test
  void aFailingPolicyDoesNotKeepThePoolBelowItsMinimum() {
    scaler = newScaler(4, 8);
    policy =
        sample -> {
          throw new IllegalStateException("a policy's bug");
        };
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.GREW);
    awaitIdle(4);
  }

  @Test
  void aThreadThatCannotBeStartedIsCountedAndTriedAgain() {
    int[] left = {3};
    threads =
        task -> {
          if (left[0]-- <= 0) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          return new Thread(task);
        };
    target(5, "burst");
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.GREW);
    assertThat(starter.failures()).isEqualTo(1);
    assertThat(last().to()).isEqualTo(3);
    assertThat(scaler.mayGrow()).as("before the next interval").isFalse();
    awaitIdle(3);

    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.CALM);
    assertThat(starter.failures()).isEqualTo(2);
    left[0] = 5;
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.GREW);
    assertThat(scaler.mayGrow()).isTrue();
    awaitIdle(5);
  }

  // A factory may answer null; NullAway keeps the annotated ones from it.
  @SuppressWarnings("NullAway")
  @Test
  void aFactoryThatMakesNoThreadIsAFailure() {
    threads = task -> null;
    target(5, "burst");
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.CALM);
    assertThat(starter.failures()).isEqualTo(1);
    assertThat(workerSet.counts().workers()).isZero();
    assertThat(resizes).isEmpty();
  }

  @Test
  void aWorkerWhoseThreadDiesIsReplaced() {
    scaler = newScaler(3, 8);
    threads = Mortal::quiet;
    startWorkers(3);
    workerSet.stop();
    submit(() -> {});
    Eventually.until(() -> workerSet.counts().equals(new PoolCounts(2, 2, 0, 0)));
    scaler.look();
    awaitIdle(3);
  }

  @Test
  void aWorkerSetHasNotEndedAsLongAsATaskIsQueued() throws Exception {
    threads = Mortal::quiet;
    startWorkers(1);
    occupy(1);
    submit(() -> {});
    submit(() -> {});
    workerSet.close();
    workerSet.stop(); // so that the worker dies with its next task
    Eventually.until(() -> workerSet.counts().equals(new PoolCounts(0, 0, 0, 1)));
    assertThat(workerSet.awaitEnd(0)).isFalse();
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.GREW);
    assertThat(workerSet.awaitEnd(Duration.ofSeconds(10).toNanos())).isTrue();
    assertThat(starter.start(1)).as("no worker joins a set that has ended").isZero();
    assertThat(starter.failures()).isZero();
  }

  @Test
  void theSampleTellsTheFlowOfTheLastOneToTwoIntervals() {
    startWorkers(1);
    lookAfterAnInterval();
    submit(() -> clock.advance(Duration.ofMillis(30)));
    Eventually.until(() -> workerSet.completedTasks() == 1);
    awaitIdle(1);

    List<PoolSample> samples = new ArrayList<>();
    policy =
        sample -> {
          samples.add(sample);
          return new Decision(1, Cause.OTHER, "only looking");
        };
    scaler.look();
    assertThat(samples.getLast().flow().window()).isEqualTo(Duration.ofMillis(130));
    assertThat(samples.getLast().flow().arrived()).isEqualTo(1);
    assertThat(samples.getLast().flow().completed()).isEqualTo(1);
    assertThat(samples.getLast().flow().meanService()).isEqualTo(Duration.ofMillis(30));
    assertThat(samples.getLast().flow().meanWait()).isZero();

    clock.advance(Duration.ofMillis(70));
    scaler.look();
    assertThat(samples.getLast().flow().window()).isEqualTo(Duration.ofMillis(200));
    assertThat(samples.getLast().flow().completed()).isEqualTo(1);

    clock.advance(INTERVAL);
    scaler.look();
    scaler.look();
    assertThat(samples.getLast().flow().window()).isEqualTo(INTERVAL);
    assertThat(samples.getLast().flow().completed()).isZero();
    assertThat(samples.getLast().flow().meanLatency()).isZero();
  }

  @Test
  void aBacklogThatStaysIsToldFromOneThatIsDoneWith() throws Exception {
    startWorkers(1);
    occupy(1);
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.CALM);
    submit(gate);
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.STUCK);
    gate.open();
    awaitIdle(1);
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.CALM);
  }

  @Test
  void aClosedPoolStartsWorkersOnlyForQueuedTasks() {
    submit(() -> {});
    queue.close();
    target(1, "somebody has to do it");
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.GREW);
    Eventually.until(() -> workerSet.counts().equals(new PoolCounts(0, 0, 0, 0)));
    target(8, "a policy that does not know");
    assertThat(scaler.look()).isEqualTo(Scaler.Outcome.CALM);
    assertThat(last().to()).isEqualTo(1);
  }

  @Test
  void aPolicyRemembersWhatItHasSeen() {
    policy = new Counting(0);
    for (int looks = 1; looks <= 3; looks++) {
      scaler.look();
      awaitIdle(looks);
    }
    assertThat(resizes).extracting(Resize::reason).containsExactly("1", "2", "3");
    assertThat(resizes).extracting(Resize::cause).containsOnly(Cause.OTHER);
  }

  /** Asks the policy that the test has set of late. */
  private final class Delegating implements ScalingPolicy {
    @Override
    public Decision decide(PoolSample sample) {
      return policy.decide(sample);
    }

    @Override
    public ScalingPolicy after(PoolSample seen) {
      policy = policy.after(seen);
      return this;
    }
  }

  /** Wants as many workers as it has seen samples. */
  private record Counting(int seen) implements ScalingPolicy {
    @Override
    public Decision decide(PoolSample sample) {
      return new Decision(seen, Cause.OTHER, Integer.toString(seen));
    }

    @Override
    public Counting after(PoolSample sample) {
      return new Counting(seen + 1);
    }
  }

  /**
   * Dies when a worker wants to interrupt itself, which it does only while its worker set is
   * stopping.
   */
  private static final class Mortal extends Thread {
    Mortal(Runnable worker) {
      super(worker);
    }

    static Thread quiet(Runnable worker) {
      Thread thread = new Mortal(worker);
      thread.setUncaughtExceptionHandler((dying, error) -> {});
      return thread;
    }

    /** A lock interrupts its thread too, and would not survive an error there. */
    @Override
    public void interrupt() {
      if (Thread.currentThread() == this && isCalledBy(Worker.class)) {
        throw new AssertionError("not a task's fault");
      }
      super.interrupt();
    }

    private static boolean isCalledBy(Class<?> type) {
      return StackWalker.getInstance()
          .walk(frames -> frames.skip(2).findFirst())
          .filter(frame -> frame.getClassName().equals(type.getName()))
          .isPresent();
    }
  }

  private Scaler newScaler(int min, int max) {
    var config =
        new AdaptivePoolConfig(
            min,
            max,
            queue.capacity(),
            OverloadPolicy.BLOCK,
            INTERVAL,
            new Delegating(),
            "test",
            clock);
    return new Scaler(
        config, new LivePoolControl(queue, workerSet, starter, timer, config), resizes::add);
  }

  private void target(int target, String reason) {
    policy = sample -> new Decision(target, Cause.OTHER, reason);
  }

  private void startWorkers(int workers) {
    target(workers, "starting");
    scaler.look();
    awaitIdle(workers);
  }

  private void lookAfterAnInterval() {
    clock.advance(INTERVAL);
    scaler.look();
  }

  private void occupy(int workers) throws InterruptedException {
    for (int i = 0; i < workers; i++) {
      submit(gate);
    }
    gate.awaitEntered(workers);
  }

  private void submit(Runnable task) {
    assertThat(queue.offer(timer.wrap(task))).isIn(Admission.AWAITED, Admission.BACKLOG);
  }

  /** Until there are that many workers, all of them idle. */
  private void awaitIdle(int workers) {
    Eventually.until(() -> workerSet.counts().equals(new PoolCounts(workers, workers, 0, 0)));
  }

  private Resize last() {
    return resizes.getLast();
  }
}
