package tailgate.threadpool;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the worker threads of one pool, and distinguishes them from all other threads. Thread-safe.
 */
final class WorkerThreadFactory implements ThreadFactory {

  /** The factory that made the current thread; unset in a thread that is no worker. */
  private static final ThreadLocal<@Nullable WorkerThreadFactory> MAKER = new ThreadLocal<>();

  private final ThreadFactory threads;

  WorkerThreadFactory(ThreadFactory threads) {
    this.threads = threads;
  }

  @Override
  public @Nullable Thread newThread(Runnable work) {
    return threads.newThread(
        () -> {
          MAKER.set(this);
          work.run();
        });
  }

  boolean hasMadeCurrentThread() {
    return MAKER.get() == this;
  }
}
