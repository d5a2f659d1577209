package tailgate.threadpool;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import tailgate.adaptivepool.AdaptivePool;
import tailgate.adaptivepool.AdaptivePoolConfig;
import tailgate.server.OverloadPolicy;

/** The pools that are compared. */
public enum Candidate {
  /** The baseline: ThreadPoolExecutor over ArrayBlockingQueue. */
  ARRAY,

  /** The adaptive pool, with as many workers at least as at most, so that none come and go. */
  ADAPTIVE;

  private static final int QUEUE = 1024;

  ExecutorService pool(int workers) {
    return switch (this) {
      case ARRAY -> new FixedPool(workers, QUEUE, OverloadPolicy.BLOCK);
      case ADAPTIVE -> adaptive(workers);
    };
  }

  private static ExecutorService adaptive(int workers) {
    AdaptivePoolConfig usual = AdaptivePoolConfig.defaults();
    return new AdaptivePool(
        new AdaptivePoolConfig(
            workers,
            workers,
            QUEUE,
            OverloadPolicy.BLOCK,
            Duration.ofMillis(100),
            usual.policy(),
            "bench",
            System::nanoTime));
  }
}
