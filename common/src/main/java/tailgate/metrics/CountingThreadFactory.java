package tailgate.metrics;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes threads and knows how many of them are alive: for executors that make one for each task and
 * keep no count. Thread-safe.
 *
 * <p>{@code alive = begun - ended}, counted by the threads themselves.
 */
public final class CountingThreadFactory implements ThreadFactory {

  private final ThreadFactory threads;
  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();

  /** Counts those that {@code threads} makes. */
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

  /** Threads that are at their task. */
  public int alive() {
    long done = ended.sum(); // first, as one that ends meanwhile must not make it negative
    return Math.toIntExact(begun.sum() - done);
  }
}
