package tailgate.server.stage;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import tailgate.queue.TaskExecutor;

/**
 * Performs every task on the thread that brings it: no hand-off. Thread-safe.
 *
 * <p>It has no threads and does not know which tasks run, so {@link #awaitEnd} never waits: a
 * stopped executor has ended, even if a task still runs.
 */
public final class DirectExecutor implements TaskExecutor {

  /** Volatile: written by the thread that stops the server, read by those that bring tasks. */
  private volatile boolean stopped;

  @Override
  public void execute(Runnable task) {
    if (stopped) {
      throw new RejectedExecutionException("stopped");
    }
    task.run();
  }

  @Override
  public int stop() {
    stopped = true;
    return 0;
  }

  @Override
  public boolean awaitEnd(Duration timeout) {
    return stopped;
  }
}
