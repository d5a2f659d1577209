package tailgate.trace;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import tailgate.queue.TaskExecutor;

/** Has no room for anything. */
final class FullExecutor implements TaskExecutor {

  @Override
  public void execute(Runnable task) {
    throw new RejectedExecutionException("full");
  }

  @Override
  public int stop() {
    return 0;
  }

  @Override
  public boolean awaitEnd(Duration timeout) {
    return true;
  }
}
