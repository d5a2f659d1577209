package tailgate.admin;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * A daemon thread that runs one task once and others every second until it is closed. It starts
 * after one second, because the first second is for the start of the server and its first response.
 * If a task fails, that is logged; the other tasks and the thread continue.
 */
final class PeriodicTask implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(PeriodicTask.class);
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final Runnable first;
  private final List<Runnable> tasks;
  private final long periodNanos;
  private final Thread thread;

  /** Volatile: written by the thread that closes, read by this thread. */
  private volatile boolean stopped;

  PeriodicTask(Runnable first, List<Runnable> everySecond) {
    this(first, everySecond, PERIOD);
  }

  /** Prepares a task with another period than a second. */
  PeriodicTask(Runnable first, List<Runnable> everyPeriod, Duration period) {
    this.first = first;
    this.tasks = List.copyOf(everyPeriod);
    this.periodNanos = period.toNanos();
    this.thread = Thread.ofPlatform().daemon().name("tailgate-ticker").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    LockSupport.parkNanos(this, periodNanos);
    attempt(first);
    while (!stopped) {
      tasks.forEach(PeriodicTask::attempt);
      LockSupport.parkNanos(this, periodNanos);
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
