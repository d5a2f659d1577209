package tailgate.queue;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Performs tasks until it is stopped. This is all that a server needs of an {@link
 * ExecutorService}. Thread-safe.
 */
public interface TaskExecutor extends Executor {

  /**
   * Rejects all further tasks, interrupts those that run, and drops those that have not begun. Does
   * not wait. A second call changes nothing.
   *
   * @return the number of tasks that were dropped
   */
  int stop();

  /**
   * Waits until no thread of a stopped executor is left.
   *
   * @return false if that has not happened within this time
   */
  boolean awaitEnd(Duration timeout) throws InterruptedException;

  /** An executor of the JDK, which the caller does not use in another way. */
  static TaskExecutor of(ExecutorService executor) {
    return new TaskExecutor() {
      @Override
      public void execute(Runnable task) {
        executor.execute(task);
      }

      @Override
      public int stop() {
        return executor.shutdownNow().size();
      }

      @Override
      public boolean awaitEnd(Duration timeout) throws InterruptedException {
        return executor.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS);
      }
    };
  }
}
