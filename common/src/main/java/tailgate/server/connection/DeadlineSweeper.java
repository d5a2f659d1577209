package tailgate.server.connection;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that looks at all connections ten times a second and ends the waits that have taken
 * too long. It serves both kinds of dispatch: no read or write has a timeout of its own, so the
 * same code applies the same deadlines to blocking and non-blocking connections.
 */
final class DeadlineSweeper implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(DeadlineSweeper.class);

  /** Between two sweeps. */
  static final Duration PERIOD = Duration.ofMillis(100);

  private final DeadlineClock clock;
  private final Iterable<Connection> connections;
  private final BooleanSupplier draining;
  private final Runnable afterwards;
  private final Thread thread;

  /** Volatile: set once by the thread that stops the server. */
  private volatile boolean stopped;

  /**
   * A sweeper that has not started.
   *
   * @param connections all open ones; may change at any time
   * @param draining whether the server stops, so that idle waits end too
   * @param afterwards runs after each sweep
   */
  DeadlineSweeper(
      DeadlineClock clock,
      Iterable<Connection> connections,
      BooleanSupplier draining,
      Runnable afterwards) {
    this.clock = clock;
    this.connections = connections;
    this.draining = draining;
    this.afterwards = afterwards;
    this.thread = Thread.ofPlatform().name("tailgate-sweeper").daemon().unstarted(this);
  }

  void start() {
    thread.start();
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
      LockSupport.parkNanos(this, PERIOD.toNanos());
    }
  }

  /** One look at all connections. */
  void sweep() {
    clock.advance();
    long now = clock.now;
    boolean ending = draining.getAsBoolean();
    for (Connection connection : connections) {
      connection.deadline().expire(now);
      if (ending) { // an idle wait may have begun after the drain ended all of them
        connection.deadline().endIdleWait();
      }
    }
    afterwards.run();
  }
}
