package tailgate.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.server.Deadline.Wait;

/**
 * How long one client is waited for: the connection's owner says for what, the sweeper ends what
 * takes too long.
 *
 * <p>The sweeper, at any time and beside the owner, does no more than shut the socket down. The
 * owner finds out like from a client that went away, so no byte is ever written by two threads.
 */
final class ConnectionDeadline {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionDeadline.class);

  private final SocketChannel channel;
  private final ConnectionContext context;
  private final Deadline deadline = new Deadline();

  /** Volatile: set by the sweeper before it shuts the input down, read by the owner after. */
  private volatile boolean ranOut;

  ConnectionDeadline(SocketChannel channel, ConnectionContext context) {
    this.channel = channel;
    this.context = context;
  }

  // ---- for the owner

  void waitForRequest() {
    set(Wait.REQUEST, context.idleNanos());
  }

  /** For the whole head, so only the first call counts. */
  void waitForHead() {
    if (deadline.waitingFor() != Wait.HEAD) {
      set(Wait.HEAD, context.headNanos());
    }
  }

  /** For any byte of it. */
  void waitForBody() {
    set(Wait.BODY, context.bodyNanos());
  }

  /** For room for any byte of the response. */
  void waitForRoom() {
    set(Wait.WRITE, context.writeNanos());
  }

  void waitForNothing() {
    deadline.clear();
  }

  /** From here on the client waits for us; only a head is waited for until it is whole. */
  void bytesArrived() {
    if (deadline.waitingFor() != Wait.HEAD) {
      deadline.clear();
    }
  }

  /** Whether a wait took too long. */
  boolean ranOut() {
    return ranOut;
  }

  private void set(Wait wait, long nanos) {
    deadline.set(wait, context.clock().getAsLong() + nanos);
  }

  // ---- for the sweeper, at any time

  /** Ends the wait if it has taken too long. */
  void expire(long nowNanos) {
    Wait wait = deadline.takeExpired(nowNanos);
    if (wait != Wait.NOTHING) {
      context.counters().timeouts.increment(wait);
      ranOut = true;
      shutDown(wait);
    }
  }

  /** Ends the wait for another request, because the server stops. */
  void endIdleWait() {
    if (deadline.waitingFor() == Wait.REQUEST) {
      shutDown(Wait.REQUEST);
    }
  }

  /** Ends every wait, because the server has waited long enough. */
  void force() {
    shutDown(Wait.WRITE);
  }

  private void shutDown(Wait wait) {
    try {
      channel.shutdownInput();
      if (wait == Wait.WRITE) {
        channel.shutdownOutput();
      }
    } catch (IOException e) {
      LOG.trace("already gone", e);
    }
  }
}
