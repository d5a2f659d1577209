package tailgate.server.connection;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * One thread that looks at all connections ten times a second and ends the waits that have taken
 * too long. It serves both kinds of dispatch: no read or write has a timeout of its own, so the
 * same code applies the same deadlines to blocking and non-blocking connections.
 */
final class DeadlineSweeper implements Runnable {

  private static final Logger LOG = SafeLogger.of(DeadlineSweeper.class);

  /**
   * The least time between two sweeps, so that the sweeper does not take a whole processor while
   * memory is tight.
   */
  private static final long LEAST_PAUSE_NANOS = Duration.ofMillis(10).toNanos();

  private final DeadlineClock clock;
  private final Iterable<Connection> connections;
  private final Runnable afterwards;
  private final Thread thread;

  /** Volatile: set once by the thread that stops the server. */
  private volatile boolean stopped;

  /**
   * A sweeper that has not started.
   *
   * @param connections all open ones; may change at any time
   * @param afterwards runs after each sweep
   */
  DeadlineSweeper(DeadlineClock clock, Iterable<Connection> connections, Runnable afterwards) {
    this.clock = clock;
    this.connections = connections;
    this.afterwards = afterwards;
    this.thread = Thread.ofPlatform().name("tailgate-sweeper").daemon().unstarted(this);
  }

  void start() {
    thread.start();
  }

  /** Ends the pause before the next sweep, if the last one was not just now. Thread-safe. */
  void wake() {
    if (clock.age() > LEAST_PAUSE_NANOS) {
      LockSupport.unpark(thread);
    }
  }

  void stop() throws InterruptedException {
    stopped = true;
    LockSupport.unpark(thread);
    thread.join();
  }

  @Override
  public void run() {
    while (!stopped) {
      try {
        sweep();
      } catch (Throwable t) { // without sweeps no wait would ever end
        LOG.error("sweeper goes on", t);
      }
      LockSupport.parkNanos(this, DeadlineClock.PERIOD.toNanos());
    }
  }

  /** One look at all connections, and what is done after it. */
  void sweep() {
    look();
    afterwards.run();
  }

  /** One look at all connections. Thread-safe. */
  void look() {
    clock.advance();
    for (Connection connection : connections) {
      try {
        connection.clientWait().sweep();
      } catch (Throwable t) { // the others have deadlines too
        LOG.error("cannot sweep a connection", t);
      }
    }
  }
}
