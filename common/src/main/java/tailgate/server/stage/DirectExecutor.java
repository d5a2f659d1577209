package tailgate.server.stage;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Runs every task on the thread that submits it: no hand-off. Thread-safe.
 *
 * <p>It does not know which tasks run. So {@link #awaitTermination} never waits, and once it is
 * shut down, {@link #isTerminated} is true, even if a task still runs on another thread.
 */
public final class DirectExecutor extends AbstractExecutorService {

  private volatile boolean shutdown;

  @Override
  public void execute(Runnable task) {
    if (shutdown) {
      throw new RejectedExecutionException("shut down");
    }
    task.run();
  }

  @Override
  public void shutdown() {
    shutdown = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  @Override
  public boolean isTerminated() {
    return shutdown;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return shutdown;
  }
}
