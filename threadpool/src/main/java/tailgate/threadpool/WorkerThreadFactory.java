package tailgate.threadpool;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import tailgate.queue.NestedTasks;

/**
 * Makes the worker threads of one pool, and distinguishes them from all other threads. Thread-safe.
 */
final class WorkerThreadFactory implements ThreadFactory {

  /** What each worker of this factory keeps; unset in a thread that is none of them. */
  private final ThreadLocal<@Nullable NestedTasks> nested = new ThreadLocal<>();

  private final ThreadFactory threads;

  WorkerThreadFactory(ThreadFactory threads) {
    this.threads = threads;
  }

  @Override
  public @Nullable Thread newThread(Runnable work) {
    return threads.newThread(
        () -> {
          nested.set(new NestedTasks());
          work.run();
        });
  }

  /** The nested tasks of the current thread; null if this factory has not made the thread. */
  @Nullable NestedTasks ofCurrentThread() {
    return nested.get();
  }
}
