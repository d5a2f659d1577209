package tailgate.handoff;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Lincheck's model checker on the calls that wait. Its scenarios cannot have those; but it runs any
 * program again and again with other switches between its threads, and a wake-up that is lost shows
 * as a deadlock.
 */
@Tag("slow")
final class WaitingModelTest {

  @ParameterizedTest
  @EnumSource(names = {"LOCK", "SEMAPHORES", "PARK"})
  void noWakeUpIsLost(QueueKind kind) {
    Lincheck.runConcurrentTest(ModelDepth.of(300), () -> handOver(kind));
  }

  /** Three items through one place, between two who bring and one who takes. */
  private static void handOver(QueueKind kind) {
    BlockingQueue<Integer> queue = kind.create(1);
    Thread first = new Thread(() -> put(queue, 1, 2));
    Thread second = new Thread(() -> put(queue, 3));
    first.start();
    second.start();
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      taken.add(take(queue));
    }
    join(first);
    join(second);
    // Not by AssertJ, which Lincheck would look into as well.
    if (!taken.contains(3) || taken.indexOf(1) > taken.indexOf(2) || !taken.contains(1)) {
      throw new AssertionError("taken: " + taken);
    }
  }

  @Test
  void closeWakesAllWhoWaitAndLosesNothing() {
    Lincheck.runConcurrentTest(ModelDepth.of(300), WaitingModelTest::closeUnderWay);
  }

  /** Somebody brings two items through one place while it is closed; somebody takes to the end. */
  private static void closeUnderWay() {
    BoundedQueue<Integer> queue = new BoundedQueue<>(1);
    int[] accepted = {0};
    Thread bringer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 2; i++) {
                  accepted[0] += queue.put(i) == Admission.CLOSED ? 0 : 1;
                }
              } catch (InterruptedException unexpected) {
                throw new AssertionError(unexpected);
              }
            });
    Thread closer = new Thread(queue::close);
    bringer.start();
    closer.start();
    int taken = takeAll(queue);
    join(bringer);
    join(closer);
    if (taken != accepted[0]) {
      throw new AssertionError(accepted[0] + " accepted, " + taken + " taken");
    }
  }

  private static int takeAll(BoundedQueue<Integer> queue) {
    int taken = 0;
    try {
      while (queue.take() != null) {
        taken++;
      }
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
    return taken;
  }

  private static void put(BlockingQueue<Integer> queue, int... items) {
    try {
      for (int item : items) {
        queue.put(item);
      }
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private static int take(BlockingQueue<Integer> queue) {
    try {
      return queue.take();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
