package tailgate.admin;

import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread that does one thing once and another every second, until it is closed. It
 * begins after a second, because the first one belongs to those who start a server and want its
 * answer.
 */
final class PeriodicTask implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final Runnable first;
  private final Runnable everySecond;
  private final Thread thread;

  /** Volatile: set by the one who closes, read by the thread. */
  private volatile boolean stopped;

  PeriodicTask(Runnable first, Runnable everySecond) {
    this.first = first;
    this.everySecond = everySecond;
    this.thread = Thread.ofPlatform().daemon().name("tailgate-ticker").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    LockSupport.parkNanos(this, SECOND_NANOS);
    attempt(first);
    while (!stopped) {
      attempt(everySecond);
      LockSupport.parkNanos(this, SECOND_NANOS);
    }
  }

  private static void attempt(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) { // an Error too: whose readers would nobody drop any more?
      LOG.error("ticker goes on", e);
    }
  }

  /** Ends the thread, but does not wait for its end. */
  @Override
  public void close() {
    stopped = true;
    LockSupport.unpark(thread);
  }
}
