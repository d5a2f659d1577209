package tailgate.threadpool;

import java.time.Duration;
import tailgate.adaptivepool.AdaptivePool;
import tailgate.adaptivepool.AdaptivePoolConfig;
import tailgate.queue.TaskExecutor;
import tailgate.server.stage.OverloadPolicy;
import tailgate.threadpool.queue.QueueKind;

/** The pools that are compared: the fixed one on each kind of queue, and the adaptive one. */
public enum HandoffCandidate {
  /** The baseline: ThreadPoolExecutor over ArrayBlockingQueue. */
  ARRAY,
  /** ThreadPoolExecutor over our own queue, on which the adaptive pool is built. */
  LOCK,
  /** ThreadPoolExecutor over LinkedBlockingQueue. */
  LINKED,
  /** ThreadPoolExecutor over LinkedTransferQueue, with permits. */
  TRANSFER,
  /** ThreadPoolExecutor over a ring guarded by semaphores. */
  SEMAPHORES,
  /** ThreadPoolExecutor over a ring with something like a futex. */
  PARK,
  /** The adaptive pool with a minimum equal to its maximum, so that no worker comes or goes. */
  ADAPTIVE,
  /**
   * The adaptive pool as it is usually run: from so many workers to four times as many. So
   * submitters set the wake signal, and the monitor's decisions are part of the cost.
   */
  ADAPTIVE_GROWING;

  private static final int QUEUE = 1024;

  TaskExecutor pool(int workers) {
    return switch (this) {
      case ADAPTIVE -> adaptive(workers, workers);
      case ADAPTIVE_GROWING -> adaptive(workers, 4 * workers);
      case ARRAY, LOCK, LINKED, TRANSFER, SEMAPHORES, PARK ->
          new FixedPool(workers, QUEUE, QueueKind.valueOf(name()), OverloadPolicy.BLOCK);
    };
  }

  private static TaskExecutor adaptive(int min, int max) {
    AdaptivePoolConfig usual = AdaptivePoolConfig.defaults();
    return new AdaptivePool(
        new AdaptivePoolConfig(
            min,
            max,
            QUEUE,
            OverloadPolicy.BLOCK,
            Duration.ofMillis(100),
            usual.policy(),
            "bench",
            System::nanoTime));
  }
}
