package tailgate.metrics;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/**
 * Creates threads and counts how many of them are alive, for executors that create a thread per
 * task and keep no count. Thread-safe.
 *
 * <p>{@code alive = begun - ended}, counted by the threads themselves.
 */
public final class CountingThreadFactory implements ThreadFactory {

  private final ThreadFactory threads;
  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();

  public CountingThreadFactory(ThreadFactory threads) {
    this.threads = threads;
  }

  @Override
  public Thread newThread(Runnable task) {
    return threads.newThread(() -> run(task));
  }

  private void run(Runnable task) {
    begun.increment();
    try {
      task.run();
    } finally {
      ended.increment();
    }
  }

  /** The number of threads that run their task. */
  public int alive() {
    long done =
        ended.sum(); // first, so that a thread that ends meanwhile does not make it negative
    return Math.toIntExact(begun.sum() - done);
  }
}
