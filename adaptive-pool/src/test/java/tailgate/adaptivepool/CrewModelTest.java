package tailgate.adaptivepool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tailgate.handoff.Admission;
import tailgate.handoff.BoundedQueue;
import tailgate.handoff.ModelDepth;

/**
 * The pool's own state under a model checker, which runs each scenario once for every interleaving
 * that it tries, switching threads at accesses to shared memory, locks and conditions. A worker
 * that nobody wakes is found as a deadlock.
 *
 * <p>Real queue, crew and workers; the test is the monitor. After each scenario every task that was
 * accepted has been performed, or handed back, once; and nobody is left, nor counted.
 */
@Tag("slow")
@Timeout(300)
final class CrewModelTest {
  /** {@code -Dmodel.interleavings} sets another number, for a long search. */
  private static final int INTERLEAVINGS =
      Integer.getInteger("model.interleavings", ModelDepth.of(200));

  @Test
  void whoIsDismissedLeavesNoTaskBehind() {
    explore(
        pool -> {
          pool.crew.hire(2);
          Thread submitter = pool.start(() -> pool.submit(2));
          pool.queue.dismiss(1);
          pool.assertIdentity(2);
          join(submitter);
          pool.awaitTwoPerformed();
        });
  }

  @Test
  void theOnlyWorkerDoesNotLeaveWhileATaskIsQueued() {
    explore(
        pool -> {
          pool.crew.hire(1);
          pool.submit(2);
          pool.queue.dismiss(1);
          pool.awaitTwoPerformed();
        });
  }

  @Test
  void aDismissalTakenBackKeepsWhoHasNotLeft() {
    explore(
        pool -> {
          pool.crew.hire(1);
          Thread submitter = pool.start(() -> pool.submit(1));
          pool.queue.dismiss(1);
          pool.queue.dismiss(0);
          pool.crew.hire(1 - pool.crew.headcount().staying());
          pool.assertIdentity(2);
          join(submitter);
        });
  }

  @Test
  void whoIsHiredWhileOthersLeaveIsCountedInOnePlace() {
    explore(
        pool -> {
          pool.crew.hire(1);
          Thread observer = pool.start(() -> pool.assertIdentity(2));
          pool.queue.dismiss(1);
          pool.crew.hire(1);
          pool.submit(1);
          join(observer);
        });
  }

  @Test
  void whoPerformsATaskIsCountedAsBusyWhateverTheOthersDo() {
    explore(
        pool -> {
          pool.crew.hire(2);
          pool.submitHeld();
          Thread dismisser = pool.start(() -> pool.queue.dismiss(1));
          pool.assertIdentity(2);
          join(dismisser);
          pool.release.countDown();
        });
  }

  @Test
  void whoWaitsForTheEndIsToldOfIt() {
    explore(
        pool -> {
          pool.crew.hire(1);
          pool.submit(1);
          Thread closer = pool.start(pool.crew::close);
          pool.awaitEnd();
          join(closer);
        });
  }

  @Test
  void closingLosesNoTaskThatWasAccepted() {
    explore(
        pool -> {
          pool.crew.hire(1);
          Thread submitter = pool.start(() -> pool.submit(2));
          pool.crew.close();
          join(submitter);
        });
  }

  @Test
  void stoppingPerformsOrHandsBackEveryTask() {
    explore(
        pool -> {
          pool.crew.hire(1);
          Thread submitter = pool.start(() -> pool.submit(2));
          pool.crew.close();
          pool.handedBack = pool.queue.drain().size();
          pool.crew.stop();
          join(submitter);
        });
  }

  /** Plain, because the checker would follow a library of assertions into all its corners. */
  private static void check(boolean truth, Object otherwise) {
    if (!truth) {
      throw new AssertionError(otherwise.toString());
    }
  }

  private interface Scenario {
    void run(Model pool);
  }

  private static void explore(Scenario scenario) {
    Lincheck.runConcurrentTest(
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
    final Crew crew = new Crew(queue, this::thread, "model", new Bell());

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
        check(crew.awaitEnd(Long.MAX_VALUE), "not ended");
      } catch (InterruptedException nobodyDoes) {
        throw new AssertionError(nobodyDoes);
      }
    }

    private void perform() {
      performed.incrementAndGet();
      two.countDown();
    }

    /** A deadlock if nobody performs them before the queue is closed. */
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
      Headcount now = crew.headcount();
      check(now.workers() <= most, now);
      check(now.idle() + now.retiring() + held.get() <= now.workers(), now);
    }

    void endAndAssertAccounts() {
      crew.close();
      workers.forEach(CrewModelTest::join);
      check(performed.get() + handedBack == accepted, performed);
      check(crew.headcount().equals(new Headcount(0, 0, 0, 0)), crew.headcount());
      check(crew.hasEnded(), "not ended");
    }
  }
}
