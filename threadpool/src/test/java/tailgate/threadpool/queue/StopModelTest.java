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
 * Lincheck's model checker on {@code stop}: it drains the queue, while submitters that have added a
 * task and then see that the pool is stopped take it back if it is still inside. A submitter that
 * cannot take it back concludes that another thread has it.
 */
@Tag("slow")
final class StopModelTest {
  private static final Integer FIRST = 1;
  private static final Integer SECOND = 2;

  @ParameterizedTest
  @EnumSource(names = {"LOCK", "SEMAPHORES", "PARK"})
  void eachTaskIsEitherDrainedOrTakenBack(QueueKind kind) {
    ModelCheck.explore(ModelDepth.of(1_000), () -> stop(kind));
  }

  /** A submitter, beside another one that has just called {@code stop}. */
  private static void stop(QueueKind kind) {
    BlockingQueue<Integer> queue = kind.create(2);
    boolean[] takenBack = {false, false};
    Thread submitter =
        new Thread(
            () -> {
              queue.add(FIRST);
              takenBack[0] = queue.remove(FIRST);
            });
    submitter.start();
    queue.add(SECOND);
    List<Integer> drained = new ArrayList<>();
    queue.drainTo(drained);
    takenBack[1] = queue.remove(SECOND);
    try {
      submitter.join();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
    // Not by AssertJ, which Lincheck would explore as well.
    if (drained.contains(FIRST) == takenBack[0] || drained.contains(SECOND) == takenBack[1]) {
      throw new AssertionError("drained: " + drained + ", left: " + queue.size());
    }
  }
}
