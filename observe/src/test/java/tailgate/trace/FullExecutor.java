package tailgate.trace;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Has no room for anything. */
final class FullExecutor extends ThreadPoolExecutor {

  FullExecutor() {
    super(0, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  @Override
  public void execute(Runnable task) {
    throw new RejectedExecutionException("full");
  }
}
