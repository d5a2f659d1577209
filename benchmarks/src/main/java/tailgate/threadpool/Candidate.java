package tailgate.threadpool;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import tailgate.adaptivepool.AdaptivePool;
import tailgate.adaptivepool.AdaptivePoolConfig;
import tailgate.handoff.QueueKind;
import tailgate.server.stage.OverloadPolicy;

/** The pools that are compared: the fixed one on each kind of queue, and the adaptive one. */
public enum Candidate {
  /** The baseline: ThreadPoolExecutor over ArrayBlockingQueue. */
  ARRAY,
  /** ThreadPoolExecutor over our own queue, on which the adaptive pool is built. */
  LOCK,
  /** ThreadPoolExecutor over LinkedBlockingQueue. */
  LINKED,
  /** ThreadPoolExecutor over LinkedTransferQueue, with permits. */
  TRANSFER,
  /** ThreadPoolExecutor over a ring under semaphores. */
  SEMAPHORES,
  /** ThreadPoolExecutor over a ring with something like a futex. */
  PARK,
  /** The adaptive pool, with as many workers at least as at most, so that none come and go. */
  ADAPTIVE,
  /**
   * The adaptive pool as it is run: from that many workers to four times as many, so that
   * submitters ring for the monitor, and what it decides is paid for.
   */
  ADAPTIVE_GROWING;

  private static final int QUEUE = 1024;

  ExecutorService pool(int workers) {
    return switch (this) {
      case ADAPTIVE -> adaptive(workers, workers);
      case ADAPTIVE_GROWING -> adaptive(workers, 4 * workers);
      case ARRAY, LOCK, LINKED, TRANSFER, SEMAPHORES, PARK ->
          new FixedPool(workers, QUEUE, QueueKind.valueOf(name()), OverloadPolicy.BLOCK);
    };
  }

  private static ExecutorService adaptive(int min, int max) {
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
