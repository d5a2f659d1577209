package tailgate.admin;

import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * A daemon thread that runs one task once and another one every second until it is closed. It
 * starts after one second, because the first second is for the start of the server and its first
 * response.
 */
final class PeriodicTask implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(PeriodicTask.class);
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final Runnable first;
  private final Runnable everySecond;
  private final Thread thread;

  /** Volatile: written by the thread that closes, read by this thread. */
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
    } catch (
        Throwable e) { // an Error too: without this thread no slow client would be disconnected
      LOG.error("a task has failed, the ticker goes on", e);
    }
  }

  /** Stops the thread without waiting for its end. */
  @Override
  public void close() {
    stopped = true;
    LockSupport.unpark(thread);
  }
}
