package tailgate.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that looks at all connections a few times a second and ends the waits that have lasted
 * too long, for both kinds of dispatch: no read or write has a timeout of its own, so a blocking
 * and a non-blocking connection are held to the same deadlines by the same code.
 */
final class DeadlineSweeper implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(DeadlineSweeper.class);

  /** Between two sweeps. */
  static final Duration PERIOD = Duration.ofMillis(100);

  private final CoarseClock clock;
  private final Connections connections;
  private final Runnable afterwards;
  private final Thread thread;

  private volatile boolean stopped;

  /** Does {@code afterwards} after each sweep. */
  DeadlineSweeper(CoarseClock clock, Connections connections, Runnable afterwards) {
    this.clock = clock;
    this.connections = connections;
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

  /** One look at everything. */
  void sweep() {
    clock.advance();
    long now = clock.getAsLong();
    boolean draining = connections.draining();
    connections.forEach(
        connection -> {
          connection.deadline().expire(now);
          if (draining) {
            connection
                .deadline()
                .endIdleWait(); // one that began to wait while the others were nudged
          }
        });
    afterwards.run();
  }
}
