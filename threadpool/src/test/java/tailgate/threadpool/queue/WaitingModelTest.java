package tailgate.threadpool.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.queue.ModelCheck;
import tailgate.queue.ModelDepth;

/**
 * Lincheck's model checker on the calls that wait. Its generated scenarios cannot contain those.
 * But it runs any program again and again with other switches between its threads, and a lost
 * wake-up shows as a deadlock.
 */
@Tag("slow")
final class WaitingModelTest {

  @ParameterizedTest
  @EnumSource(names = {"LOCK", "SEMAPHORES", "PARK"})
  void noWakeUpIsLost(QueueKind kind) {
    ModelCheck.explore(ModelDepth.of(300), () -> handOver(kind));
  }

  /** Three items through one place, from two producers to one consumer. */
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
    // Not by AssertJ, which Lincheck would explore as well.
    if (!taken.contains(3) || taken.indexOf(1) > taken.indexOf(2) || !taken.contains(1)) {
      throw new AssertionError("taken: " + taken);
    }
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
