package tailgate.queue;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The waits of the semaphore under Lincheck's model checker, which runs the scenario again and
 * again with other switches between its threads. A lost wake-up shows as a deadlock.
 */
@Tag("slow")
final class DisciplinedSemaphoreModelTest {

  @Test
  void allWhoWaitGetThePermitInTheEnd() {
    ModelCheck.explore(ModelDepth.of(300), () -> threeWant(QueueDiscipline.PLAIN));
  }

  @Test
  void whoIsTooLateIsRefusedAndThePermitIsNotLost() {
    ModelCheck.explore(
        ModelDepth.of(300),
        () -> threeWant(QueueDiscipline.PLAIN.withDeadline(Duration.ofNanos(1000))));
  }

  /** Three threads take the only permit once each; each reading of the clock is 600 ns later. */
  private static void threeWant(QueueDiscipline discipline) {
    long[] nanos = {0};
    var semaphore = new DisciplinedSemaphore(1, 3, discipline, () -> nanos[0] += 600);
    int[] inside = {0};
    Thread one = new Thread(() -> takeAndGiveBack(semaphore, inside));
    Thread other = new Thread(() -> takeAndGiveBack(semaphore, inside));
    one.start();
    other.start();
    takeAndGiveBack(semaphore, inside);
    join(one);
    join(other);
    // Not by AssertJ, which Lincheck would explore as well.
    if (semaphore.waiting() != 0 || !isFree(semaphore)) {
      throw new AssertionError("lost");
    }
  }

  private static boolean isFree(DisciplinedSemaphore semaphore) {
    try {
      return semaphore.acquire() == null; // waits for ever if it is not
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private static void takeAndGiveBack(DisciplinedSemaphore semaphore, int[] inside) {
    try {
      if (semaphore.acquire() == null) {
        inside[0]++;
        if (inside[0] > 1) {
          throw new AssertionError("two have the permit");
        }
        inside[0]--;
        semaphore.release();
      }
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
