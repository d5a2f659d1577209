package tailgate.threadpool.queue;

import java.util.concurrent.BlockingQueue;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.queue.ModelDepth;

/**
 * Lincheck on our own queues: it generates scenarios of a few calls on two or three threads, runs
 * them many times, and looks for an order of the calls that explains all answers. In stress mode
 * the interleaving is left to chance; as a model checker it chooses each switch itself.
 *
 * <p>{@link SemaphoreQueue} is missing here because it is not linearizable, see its comment.
 */
@Tag("slow")
final class LinearizabilityTest {

  /** The calls that do not wait, on a queue of two places. */
  @Param(name = "item", gen = IntGen.class, conf = "1:3")
  public abstract static class Queue {
    private final BlockingQueue<Integer> queue;

    Queue(BlockingQueue<Integer> queue) {
      this.queue = queue;
    }

    /** As the queue's. */
    @Operation
    public boolean offer(@Param(name = "item") int item) {
      return queue.offer(item);
    }

    /** As the queue's. */
    @Operation
    public @Nullable Integer poll() {
      return queue.poll();
    }

    /** As the queue's. */
    @Operation
    public boolean remove(@Param(name = "item") int item) {
      return queue.remove(item);
    }
  }

  /** One lock and two conditions. */
  public static final class Lock extends Queue {
    /** For Lincheck. */
    public Lock() {
      super(new LockQueue<>(2));
    }
  }

  /** A ring and two futexes. */
  public static final class Park extends Queue {
    /** For Lincheck. */
    public Park() {
      super(new ParkQueue<>(2));
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Lock.class, Park.class})
  void byStress(Class<?> queue) {
    new StressOptions()
        .iterations(10)
        .invocationsPerIteration(ModelDepth.of(500))
        .threads(3)
        .check(queue);
  }

  @ParameterizedTest
  @ValueSource(classes = {Lock.class, Park.class})
  void byModelChecking(Class<?> queue) {
    new ModelCheckingOptions()
        .iterations(10)
        .invocationsPerIteration(ModelDepth.of(300))
        .threads(2)
        .check(queue);
  }
}
