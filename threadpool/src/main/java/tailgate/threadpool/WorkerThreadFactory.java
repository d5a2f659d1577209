package tailgate.threadpool;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import tailgate.queue.NestedTasks;

/**
 * Makes the worker threads of one pool, and distinguishes them from all other threads. Thread-safe.
 */
final class WorkerThreadFactory implements ThreadFactory {

  private record Worker(WorkerThreadFactory maker, NestedTasks nested) {}

  /** What the current thread is; unset in a thread that is no worker. */
  private static final ThreadLocal<@Nullable Worker> CURRENT = new ThreadLocal<>();

  private final ThreadFactory threads;

  WorkerThreadFactory(ThreadFactory threads) {
    this.threads = threads;
  }

  @Override
  public @Nullable Thread newThread(Runnable work) {
    return threads.newThread(
        () -> {
          CURRENT.set(new Worker(this, new NestedTasks()));
          work.run();
        });
  }

  /** The nested tasks of the current thread; null if this factory has not made the thread. */
  @Nullable NestedTasks ofCurrentThread() {
    Worker worker = CURRENT.get();
    return worker != null && worker.maker == this ? worker.nested : null;
  }
}
