package tailgate.server.connection;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.SocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.server.observe.ServerCounters;
import tailgate.server.observe.ServerCounters.Timeout;

/**
 * What a connection waits for, and until when. The connection's owner sets it; the sweeper ends a
 * wait that takes too long.
 *
 * <p>The sweeper runs at any time, concurrently with the owner, and does no more than shut the
 * socket down. The owner then sees the same as if the client had gone away, so two threads never
 * write to one socket.
 *
 * <p>The kind of wait and the time are packed into one long: the wait replaces the lowest bits of
 * the nanoseconds. So the sweeper never sees a wait with the time of another one. Opaque access is
 * enough: if it sees a deadline late, the next sweep sees it.
 */
final class ConnectionDeadline {

  /** What is waited for. */
  enum Wait {
    /** Nothing that has a deadline: a worker has the connection, or is about to. */
    NOTHING,
    /** The first byte of a request. */
    REQUEST,
    /** The rest of a head. */
    HEAD,
    /** More of a request's content. */
    BODY,
    /** Room for more of the response. */
    WRITE
  }

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionDeadline.class);
  private static final Wait[] WAITS = Wait.values();

  // What is packed into the lowest bits; it is the ordinal of the wait.

  private static final long WAIT_BITS = 7;
  private static final long NOTHING = 0;
  private static final long REQUEST = 1;
  private static final long HEAD = 2;
  private static final long BODY = 3;
  private static final long WRITE = 4;

  private static final VarHandle PACKED;

  static {
    try {
      PACKED = MethodHandles.lookup().findVarHandle(ConnectionDeadline.class, "packed", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final SocketChannel channel;
  private final DeadlineClock clock;
  private final ServerCounters counters;

  /** Opaque, through PACKED: written by the owner, and by the sweeper where it expires. */
  @SuppressWarnings("unused")
  private long packed;

  /** Volatile: set by the sweeper before it shuts the input down, read by the owner after. */
  private volatile boolean ranOut;

  ConnectionDeadline(SocketChannel channel, DeadlineClock clock, ServerCounters counters) {
    this.channel = channel;
    this.clock = clock;
    this.counters = counters;
  }

  // ---- for the owner

  void waitForRequest() {
    PACKED.setOpaque(this, ((clock.now + clock.idleNanos) & ~WAIT_BITS) | REQUEST);
  }

  /** Limits the whole head, so only the first call counts. */
  void waitForHead() {
    if (((long) PACKED.getOpaque(this) & WAIT_BITS) != HEAD) {
      PACKED.setOpaque(this, ((clock.now + clock.headNanos) & ~WAIT_BITS) | HEAD);
    }
  }

  /** Limits the wait for any byte of the body. */
  void waitForBody() {
    PACKED.setOpaque(this, ((clock.now + clock.bodyNanos) & ~WAIT_BITS) | BODY);
  }

  /** Limits the wait for room for any byte of the response. */
  void waitForRoom() {
    PACKED.setOpaque(this, ((clock.now + clock.writeNanos) & ~WAIT_BITS) | WRITE);
  }

  void waitForNothing() {
    PACKED.setOpaque(this, NOTHING);
  }

  /** From here on the client waits for the server; only a head must still be completed in time. */
  void bytesArrived() {
    if (((long) PACKED.getOpaque(this) & WAIT_BITS) != HEAD) {
      PACKED.setOpaque(this, NOTHING);
    }
  }

  /** Whether a wait took too long. */
  boolean ranOut() {
    return ranOut;
  }

  Wait waitingFor() {
    return WAITS[(int) (get() & WAIT_BITS)];
  }

  private long get() {
    return (long) PACKED.getOpaque(this);
  }

  // ---- for the sweeper, at any time

  /** Ends the wait if it has taken too long. */
  void expire(long nowNanos) {
    Wait wait = takeExpired(nowNanos);
    switch (wait) {
      case NOTHING -> {
        return;
      }
      case REQUEST -> counters.count(Timeout.IDLE);
      case HEAD -> counters.count(Timeout.HEAD);
      case BODY -> counters.count(Timeout.BODY);
      case WRITE -> counters.count(Timeout.WRITE);
    }
    ranOut = true;
    shutDown(wait);
  }

  /**
   * Removes the deadline if it has passed, so that each passes once.
   *
   * @return what was waited for too long, or {@link Wait#NOTHING}
   */
  Wait takeExpired(long nowNanos) {
    long seen = get();
    Wait wait = WAITS[(int) (seen & WAIT_BITS)];
    boolean expired = wait != Wait.NOTHING && nowNanos - (seen & ~WAIT_BITS) >= 0;
    // Fails if the owner has gone on meanwhile.
    return expired && PACKED.compareAndSet(this, seen, 0L) ? wait : Wait.NOTHING;
  }

  /** Ends the wait for another request, because the server stops. */
  void endIdleWait() {
    if (waitingFor() == Wait.REQUEST) {
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
      LOG.trace("already closed", e);
    }
  }
}
