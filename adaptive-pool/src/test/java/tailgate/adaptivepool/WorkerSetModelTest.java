package tailgate.adaptivepool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tailgate.adaptivepool.policy.PoolCounts;
import tailgate.queue.Admission;
import tailgate.queue.BoundedQueue;
import tailgate.queue.ModelCheck;
import tailgate.queue.ModelDepth;

/**
 * The pool's own state under a model checker. It runs each scenario once for every interleaving
 * that it tries, and switches threads at accesses to shared memory, locks and conditions. A lost
 * wake-up shows as a deadlock.
 *
 * <p>Queue, worker set and workers are real; the test takes the place of the monitor. After each
 * scenario every accepted task has been performed, or handed back, once; and no worker is left, or
 * counted.
 */
@Tag("slow")
final class WorkerSetModelTest {
  /** {@code -Dmodel.interleavings} sets another number, for a long search. */
  private static final int INTERLEAVINGS =
      Integer.getInteger("model.interleavings", ModelDepth.of(200));

  @Test
  void aReleasedWorkerLeavesNoTaskBehind() {
    explore(
        pool -> {
          pool.starter.start(2);
          Thread submitter = pool.start(() -> pool.submit(2));
          pool.queue.releaseIdle(1);
          pool.assertIdentity(2);
          join(submitter);
          pool.awaitTwoPerformed();
        });
  }

  @Test
  void theOnlyWorkerDoesNotLeaveWhileATaskIsQueued() {
    explore(
        pool -> {
          pool.starter.start(1);
          pool.submit(2);
          pool.queue.releaseIdle(1);
          pool.awaitTwoPerformed();
        });
  }

  @Test
  void aWorkerThatLeavesWhileTasksAreQueuedLeavesThemToTheOther() {
    explore(
        pool -> {
          pool.starter.start(2);
          Thread submitter = pool.start(() -> pool.submit(2));
          pool.queue.releaseAny(1);
          pool.assertIdentity(2);
          join(submitter);
          pool.awaitTwoPerformed();
        });
  }

  @Test
  void aCancelledReleaseKeepsAWorkerThatHasNotLeft() {
    explore(
        pool -> {
          pool.starter.start(1);
          Thread submitter = pool.start(() -> pool.submit(1));
          pool.queue.releaseIdle(1);
          pool.queue.releaseIdle(0);
          pool.starter.start(1 - pool.workerSet.counts().staying());
          pool.assertIdentity(2);
          join(submitter);
        });
  }

  @Test
  void aWorkerStartedWhileAnotherLeavesIsCountedInOnePlace() {
    explore(
        pool -> {
          pool.starter.start(1);
          Thread observer = pool.start(() -> pool.assertIdentity(2));
          pool.queue.releaseIdle(1);
          pool.starter.start(1);
          pool.submit(1);
          join(observer);
        });
  }

  @Test
  void aWorkerWithATaskIsCountedAsBusyWhateverTheOthersDo() {
    explore(
        pool -> {
          pool.starter.start(2);
          pool.submitHeld();
          Thread releaser = pool.start(() -> pool.queue.releaseIdle(1));
          pool.assertIdentity(2);
          join(releaser);
          pool.release.countDown();
        });
  }

  @Test
  void aThreadThatWaitsForTheEndIsWoken() {
    explore(
        pool -> {
          pool.starter.start(1);
          pool.submit(1);
          Thread closer = pool.start(pool.workerSet::close);
          pool.awaitEnd();
          join(closer);
        });
  }

  @Test
  void closingLosesNoTaskThatWasAccepted() {
    explore(
        pool -> {
          pool.starter.start(1);
          Thread submitter = pool.start(() -> pool.submit(2));
          pool.workerSet.close();
          join(submitter);
        });
  }

  @Test
  void stoppingPerformsOrHandsBackEveryTask() {
    explore(
        pool -> {
          pool.starter.start(1);
          Thread submitter = pool.start(() -> pool.submit(2));
          pool.workerSet.close();
          pool.handedBack = pool.queue.clear();
          pool.workerSet.stop();
          join(submitter);
        });
  }

  /** Plain, because the checker would explore a library of assertions too. */
  private static void check(boolean truth, Object otherwise) {
    if (!truth) {
      throw new AssertionError(otherwise.toString());
    }
  }

  private interface Scenario {
    void run(Model pool);
  }

  private static void explore(Scenario scenario) {
    ModelCheck.explore(
        INTERLEAVINGS,
        () -> {
          var pool = new Model();
          scenario.run(pool);
          pool.endAndAssertAccounts();
        });
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException nobodyDoes) {
      throw new AssertionError(nobodyDoes);
    }
  }

  /** A pool without a monitor. */
  private static final class Model {
    final BoundedQueue<Runnable> queue = new BoundedQueue<>(4);
    private final List<Thread> workers = new ArrayList<>();
    final WorkerSet workerSet = new WorkerSet(queue, new WakeSignal());
    final WorkerStarter starter =
        new WorkerStarter(workerSet, queue, () -> null, this::thread, "model");

    /** Written by the submitter, read when it has been joined. */
    private int accepted;

    private int handedBack;
    private final AtomicInteger performed = new AtomicInteger();
    private final CountDownLatch two = new CountDownLatch(2);

    /** Workers in a task that does not end before it is released, counted by themselves. */
    private final AtomicInteger held = new AtomicInteger();

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private Thread thread(Runnable worker) {
      Thread thread = new Thread(worker);
      workers.add(thread);
      return thread;
    }

    Thread start(Runnable act) {
      Thread thread = new Thread(act);
      thread.start();
      return thread;
    }

    void submit(int tasks) {
      for (int i = 0; i < tasks; i++) {
        Admission admission = queue.offer(this::perform);
        if (admission != Admission.CLOSED) {
          accepted++;
        }
      }
    }

    /** A task whose worker is held until it is released. Returns when it has begun. */
    void submitHeld() {
      queue.offer(
          () -> {
            held.incrementAndGet();
            begun.countDown();
            await(release);
            held.decrementAndGet();
            perform();
          });
      accepted++;
      await(begun);
    }

    void awaitEnd() {
      try {
        check(workerSet.awaitEnd(Long.MAX_VALUE), "not ended");
      } catch (InterruptedException nobodyDoes) {
        throw new AssertionError(nobodyDoes);
      }
    }

    private void perform() {
      performed.incrementAndGet();
      two.countDown();
    }

    /** A deadlock if they are not performed before the queue is closed. */
    void awaitTwoPerformed() {
      await(two);
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException nobodyDoes) {
        throw new AssertionError(nobodyDoes);
      }
    }

    void assertIdentity(int most) {
      PoolCounts now = workerSet.counts();
      check(now.workers() <= most, now);
      check(now.idle() + now.retiring() + held.get() <= now.workers(), now);
    }

    void endAndAssertAccounts() {
      workerSet.close();
      workers.forEach(WorkerSetModelTest::join);
      check(performed.get() + handedBack == accepted, performed);
      check(workerSet.counts().equals(new PoolCounts(0, 0, 0, 0)), workerSet.counts());
    }
  }
}
