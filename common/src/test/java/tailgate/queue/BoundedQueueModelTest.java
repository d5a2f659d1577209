package tailgate.queue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The queue's waiting calls under Lincheck's model checker, which runs the scenario again and again
 * with other switches between its threads. A lost wake-up shows as a deadlock. The calls that do
 * not wait are checked in the threadpool's {@code LinearizabilityTest}.
 */
@Tag("slow")
final class BoundedQueueModelTest {

  @Test
  void closeWakesAllWaitingThreadsAndLosesNothing() {
    ModelCheck.explore(ModelDepth.of(300), BoundedQueueModelTest::closeUnderWay);
  }

  /**
   * A producer puts two items into a queue of one place while the queue is closed; a consumer takes
   * to the end.
   */
  private static void closeUnderWay() {
    BoundedQueue<Integer> queue = new BoundedQueue<>(1);
    int[] accepted = {0};
    Thread producer =
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
    producer.start();
    closer.start();
    int taken = takeAll(queue);
    join(producer);
    join(closer);
    // Not by AssertJ, which Lincheck would explore as well.
    if (taken != accepted[0]) {
      throw new AssertionError(accepted[0] + " accepted, " + taken + " taken");
    }
  }

  @Test
  void whatIsRefusedIsNotTakenAndWakesWhoWaitsForRoom() {
    ModelCheck.explore(ModelDepth.of(300), BoundedQueueModelTest::refusals);
  }

  /**
   * A producer puts three items into a queue of one place, and a consumer takes to the end. An item
   * is late if two readings of the clock lie between its own and its take.
   */
  private static void refusals() {
    long[] nanos = {0};
    AtomicInteger refused = new AtomicInteger();
    BoundedQueue<Refusable> queue =
        new BoundedQueue<>(
            1, QueueDiscipline.PLAIN.withDeadline(Duration.ofNanos(1000)), () -> nanos[0] += 600);
    Thread producer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 3; i++) {
                  queue.put(new Late(refused));
                }
                queue.close();
              } catch (InterruptedException unexpected) {
                throw new AssertionError(unexpected);
              }
            });
    producer.start();
    int taken = takeAll(queue);
    join(producer);
    if (taken + refused.get() != 3) {
      throw new AssertionError(taken + " taken, " + refused + " refused");
    }
  }

  private record Late(AtomicInteger refused) implements Refusable {
    @Override
    public void run() {}

    @Override
    public boolean refuse(Lateness why) {
      refused.incrementAndGet();
      return true;
    }
  }

  private static int takeAll(BoundedQueue<?> queue) {
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

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
