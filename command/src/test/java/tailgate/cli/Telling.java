package tailgate.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One thread that tells when it gets its first task. */
final class Telling extends ThreadPoolExecutor {

  private final CountDownLatch asked;

  Telling(CountDownLatch asked) {
    super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    this.asked = asked;
  }

  @Override
  protected void beforeExecute(Thread thread, Runnable task) {
    asked.countDown();
  }
}
