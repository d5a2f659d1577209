package tailgate.server;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection, from its first byte to its end, as those see it who are handed it. What
 * is said on it is the {@link HttpStateMachine}'s; how it ends is told here:
 *
 * <pre>
 *   over          the conversation is; closed
 *   over, unread  likewise, but the client may still be sending: the {@link LingeringClose} closes it
 *   aborted       something broke: reset, so that the client takes nothing for complete
 *   turned away   nobody has time for it: 503, then as above
 *   severed       the server has stopped, and its owner is stuck or will never come
 * </pre>
 *
 * <p>{@link #proceed} goes on with the conversation until it would block, and says what it waits
 * for. On a blocking channel it never has to wait, so it returns only when the connection is
 * closed.
 *
 * <p><b>Who may touch it.</b> One thread at a time, whoever was handed it last; the hand-over
 * orders their memory. The exceptions are its {@link ConnectionDeadline}, which the sweeper uses at
 * any time to shut the socket down, and {@link #sever}.
 */
final class Connection {

  /** What a connection waits for. */
  enum Next {
    READABLE,
    WRITABLE,
    CLOSED
  }

  /** What a look at the socket brought. */
  enum Arrival {
    NOTHING,
    SOMETHING,
    CLOSED
  }

  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private final SocketChannel channel;
  private final ConnectionContext context;
  private final ConnectionDeadline deadline;
  private final RequestTiming timing;
  private final HttpStateMachine machine;

  Connection(SocketChannel channel, ConnectionContext context) {
    this.channel = channel;
    this.context = context;
    this.deadline = new ConnectionDeadline(channel, context);
    this.timing = new RequestTiming(channel, context.observation());
    this.machine = new HttpStateMachine(channel, context, deadline, timing);
    if (channel.isBlocking()) {
      timing.handedOver(timing.now()); // next is the executor, which may let it wait
    } else { // a blocking one's client is not to blame for the wait for a thread
      deadline.waitForRequest();
    }
  }

  SocketChannel channel() {
    return channel;
  }

  /** The sweeper's hold on it. */
  ConnectionDeadline deadline() {
    return deadline;
  }

  // ---- for the owner

  /** Goes on until it would block. Throws nothing: whatever goes wrong closes the connection. */
  Next proceed() {
    if (machine.isOver()) {
      return Next.CLOSED;
    }
    timing.taken();
    try {
      Next next = machine.proceed();
      if (next == Next.CLOSED) {
        finish();
      }
      return next;
    } catch (Throwable t) {
      fail(t);
      return Next.CLOSED;
    }
  }

  /**
   * Reads what has arrived, without blocking and without doing anything about it: the reactor's
   * part, so that a worker is only asked where there is work.
   */
  Arrival receive() {
    try {
      Arrival arrival = machine.receive();
      if (arrival == Arrival.CLOSED) {
        finish();
      }
      return arrival;
    } catch (Throwable t) {
      fail(t);
      return Arrival.CLOSED;
    }
  }

  /** What was received was there at this time, and goes to a worker now. */
  void handOver(long nanos) {
    timing.handedOver(nanos);
  }

  /**
   * Nobody has time for it: answers 503 and closes, at once and without blocking.
   *
   * @return false where a response is on its way, which a 503 would end up in the middle of; it is
   *     to be tried again later
   */
  boolean reject() {
    if (machine.isResponding()) {
      boolean hopeless = deadline.ranOut();
      if (hopeless) {
        abort();
      }
      return hopeless;
    }
    try {
      timing.rejected(context.refuse(channel, ServerCounters.Overload.EXECUTOR));
    } catch (Throwable t) {
      closeChannel(); // nobody else would
      throw t;
    } finally {
      leave();
    }
    context.lingeringClose().linger(channel);
    return true;
  }

  /** Ends it without ceremony, so that the client sees a reset and takes nothing for complete. */
  void abort() {
    if (!machine.isOver()) {
      context.counters().aborted.increment();
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException e) {
        LOG.trace("already gone", e);
      }
      close();
    }
  }

  // ---- for the one who stops the server, at any time

  /** Closes the socket under an owner who is stuck, or for one who will never come. */
  void forceClose() {
    closeChannel();
    context.connections().remove(this);
  }

  // ---- the end

  private void fail(Throwable t) {
    if (t instanceof IOException) {
      LOG.debug("broken connection", t);
    } else {
      LOG.error("closing a connection", t);
    }
    abort();
  }

  /** The conversation is over: closes, without destroying the last response on its way. */
  private void finish() {
    if (machine.leavesUnread()) {
      leave();
      context.lingeringClose().linger(channel);
    } else {
      close();
    }
  }

  private void close() {
    closeChannel();
    leave();
  }

  private void closeChannel() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("cannot close", e);
    }
  }

  /** Ends the connection, whatever becomes of its socket. */
  private void leave() {
    try {
      machine.abandon();
    } catch (Throwable t) { // an observer's mistake, or for want of memory
      closeChannel(); // nobody else would
      throw t;
    } finally {
      context.connections().remove(this); // last: the stopping server may believe that all is over
    }
  }
}
