package tailgate.server.connection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * One thread that looks at connections ten times a second and ends the waits that have taken too
 * long. It serves both kinds of dispatch: no read or write has a timeout of its own, so the same
 * code applies the same deadlines to blocking and non-blocking connections.
 *
 * <p>A sweep looks at all connections, or, if they are many, at a tenth of them in turn: a look
 * costs some cache misses, and thousands of idle connections should not use a processor. So with
 * more than a thousand connections a wait may end up to a second late. While the server stops,
 * every sweep looks at all.
 *
 * <p>Tests: DeadlineSweeperTest.
 */
final class DeadlineSweeper implements Runnable {

  private static final Logger LOG = SafeLogger.of(DeadlineSweeper.class);

  /**
   * The least time between two sweeps, so that the sweeper does not take a whole processor while
   * memory is tight.
   */
  private static final long LEAST_PAUSE_NANOS = Duration.ofMillis(10).toNanos();

  /** How many connections are looked at in each sweep, if there are so many. */
  static final int LEAST_SHARE = 1_000;

  /** To ask the kernel takes at most this part of the time, so that many sockets cost little. */
  private static final int ASKING = 20;

  /** Sweeps in which each connection is looked at. */
  private static final int ROUND = 10;

  private final DeadlineClock clock;
  private final Collection<Connection> connections;
  private final StopPhase stop;
  private final SendQueues queues;
  private final Runnable afterwards;
  private final Thread thread;

  /** Connections left for the present round. Confined to the thread that sweeps. */
  private Iterator<Connection> rest = Collections.emptyIterator();

  /** When to ask the kernel next. Confined to the thread that sweeps. */
  private long askNanos;

  /** Volatile: set once by the thread that stops the server. */
  private volatile boolean stopped;

  /**
   * A sweeper that has not started.
   *
   * @param connections all open ones; may change at any time
   * @param queues asked about connections that have waited for room for a while
   * @param afterwards runs after each sweep
   */
  DeadlineSweeper(
      DeadlineClock clock,
      Collection<Connection> connections,
      StopPhase stop,
      SendQueues queues,
      Runnable afterwards) {
    this.clock = clock;
    this.connections = connections;
    this.stop = stop;
    this.queues = queues;
    this.afterwards = afterwards;
    this.askNanos = clock.now;
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

  /** Looks once at those whose turn it is, and does what follows from it. */
  void sweep() {
    int count = connections.size();
    int share = Math.max(LEAST_SHARE, count / ROUND + 1);
    if (count <= share || stop.isAnnounced()) {
      rest = Collections.emptyIterator();
      look();
    } else {
      clock.advance();
      look(share);
    }
    afterwards.run();
    ask();
  }

  /** Asks what slow clients have taken, from time to time. */
  private void ask() {
    if (clock.now - askNanos < 0) {
      return;
    }
    List<ConnectionDeadline> slow = new ArrayList<>();
    for (Connection connection : connections) {
      connection.clientWait().addIfSlow(slow);
    }
    long begun = clock.age();
    queues.tell(slow);
    long pause = Math.max(clock.leastAskNanos, ASKING * (clock.age() - begun));
    askNanos = clock.now + Math.min(pause, clock.mostAskNanos);
  }

  /** Looks once at all connections. Thread-safe. */
  void look() {
    clock.advance();
    connections.forEach(DeadlineSweeper::look);
  }

  private void look(int share) {
    for (int i = 0; i < share; i++) {
      if (!rest.hasNext()) {
        rest = connections.iterator();
      }
      if (rest.hasNext()) { // else all have gone meanwhile
        look(rest.next());
      }
    }
  }

  private static void look(Connection connection) {
    try {
      connection.clientWait().sweep();
    } catch (Throwable t) { // the others have deadlines too
      LOG.error("cannot sweep a connection", t);
    }
  }
}
