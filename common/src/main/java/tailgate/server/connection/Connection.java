package tailgate.server.connection;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.queue.Lateness;
import tailgate.server.buffer.OutOfRequestMemoryException;
import tailgate.server.observe.RequestTiming;
import tailgate.server.observe.ServerCounters.Overload;
import tailgate.server.observe.ServerCounters.ServerEvent;

/**
 * One client's connection, from its first byte to its end, as its owner sees it. The protocol is in
 * the {@link HttpStateMachine}; this class ends the connection, in one of these ways:
 *
 * <pre>
 *   over           the state machine is; closed
 *   over, unread   the same, but the client may still be sending: a {@link LingeringClose}
 *   aborted        something failed: reset, so that no partial response looks complete
 *   rejected       it gets no worker, or got one too late: 503, then a lingering close
 *   force closed   the server has stopped, and the owner is blocked or never ran
 * </pre>
 *
 * <p>{@link #proceed} continues the protocol until it would block, and returns what it waits for.
 * On a blocking channel the reads and writes block instead, so it returns only when the connection
 * is closed.
 *
 * <p><b>Threads.</b> One thread at a time owns the connection: the one it was dispatched to last.
 * The dispatch makes the writes of one owner visible to the next. Two methods may be called by
 * others at any time: {@link #heldBytes} and {@link #forceClose}; what ends a wait is in {@link
 * ClientWait}.
 *
 * <p>Tests: ConnectionTest.
 */
public final class Connection {

  private static final Logger LOG = SafeLogger.of(Connection.class);

  private final SocketChannel channel;
  private final ConnectionContext context;
  private final @Nullable InetAddress client;
  private final Consumer<Connection> onEnd;
  private final ConnectionDeadline deadline;
  private final ClientWait wait;
  private final RequestTiming timing;
  private final HttpStateMachine machine;

  /** Whether it was ended, by its owner. Confined to the owner. */
  private boolean ended;

  /**
   * A connection on an open channel, whose mode is set.
   *
   * @param client its address; null if nobody asks for it
   * @param onEnd called when it has ended, perhaps more than once and by any thread
   */
  Connection(
      SocketChannel channel,
      ConnectionContext context,
      @Nullable InetAddress client,
      Consumer<Connection> onEnd) {
    this.channel = channel;
    this.context = context;
    this.client = client;
    this.onEnd = onEnd;
    this.deadline = new ConnectionDeadline(channel, context.clock(), context.counters());
    this.wait = new ClientWait(channel.isBlocking(), deadline, context.stop());
    this.timing = new RequestTiming(channel, context.observation());
    this.machine = new HttpStateMachine(channel, context, deadline, timing);
    if (channel.isBlocking()) {
      timing.dispatched(timing.now()); // the executor gets it next, and may let it wait
    } else { // on a blocking channel, the client is not to blame for the wait for a thread
      deadline.waitForRequest();
    }
  }

  /** The socket; apart from this class, only the reactor that watches it registers or closes it. */
  public SocketChannel channel() {
    return channel;
  }

  @Nullable InetAddress client() {
    return client;
  }

  /** What the sweeper and the eviction may end. */
  ClientWait clientWait() {
    return wait;
  }

  // ---- for the owner

  /** Continues until it would block. Throws nothing: any failure closes the connection. */
  public Interest proceed() {
    if (ended) {
      return Interest.NONE;
    }
    timing.taken();
    try {
      Interest next = machine.proceed();
      if (next == Interest.NONE) {
        finish();
      }
      return next;
    } catch (Throwable t) {
      fail(t);
      return Interest.NONE;
    }
  }

  /**
   * Reads what has arrived, without blocking and without acting on it. The reactor calls this, so
   * that a worker is needed only if there is work.
   */
  public Arrival receive() {
    if (ended) {
      return Arrival.CLOSED;
    }
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

  /** Says who watches it from now on. Not for blocking channels. */
  public void watchedBy(ClientWait.Watcher watcher) {
    wait.watchedBy(watcher);
  }

  /** Says that its socket has room for more of the response, and that it is given to a worker. */
  public void writable() {
    machine.roomFound();
  }

  /** Whether it waits for room in its socket, and not for bytes. */
  public boolean awaitsRoom() {
    return machine.awaitsRoom();
  }

  /**
   * Forgets that its place or its memory was needed, because its wait need not end after all: bytes
   * have arrived since, or a worker has it. Deadlines stay.
   */
  public void spare() {
    wait.spare();
  }

  /** Whether its wait for the client has to end now. */
  public boolean isOverdue() {
    return wait.isOverdue();
  }

  /**
   * Ends its wait for the client.
   *
   * @return SOMETHING if a worker has to answer 408, else CLOSED
   */
  public Arrival endWait() {
    if (ended) {
      return Arrival.CLOSED;
    }
    try {
      Arrival arrival = machine.endWait();
      if (arrival == Arrival.CLOSED) {
        finish();
      }
      return arrival;
    } catch (Throwable t) {
      fail(t);
      return Arrival.CLOSED;
    }
  }

  /**
   * Runs {@code action} when the work is done that it waits for, here or on another thread. From
   * then on whoever runs it owns the connection.
   */
  public void whenWorkDone(Runnable action) {
    machine.whenWorkDone(action);
  }

  /** Says that the received bytes arrived at this time, and are given to a worker now. */
  public void dispatched(long nanos) {
    timing.dispatched(nanos);
  }

  /**
   * Answers 503, because the executor did not take it, and closes, at once and without blocking.
   * Called by the thread that wanted to dispatch it. See {@link #refuse} for one that is refused by
   * the executor's queue or admission control.
   *
   * @return false if a response is being sent, because the 503 would be in the middle of it; try
   *     again later
   */
  public boolean reject() {
    if (machine.isResponding()) {
      return false;
    }
    reject(Overload.EXECUTOR);
    return true;
  }

  /**
   * Answers 503, because it has waited in the executor's queue for too long or is not let in there,
   * and closes, without blocking. Called instead of {@link #proceed}, by the worker that took it
   * from the queue or the thread that dispatches it. Throws nothing.
   *
   * @return false if a worker has to call {@link #proceed}: a response is being sent, or the
   *     connection has ended, and then {@code proceed} only returns {@link Interest#NONE}
   */
  public boolean refuse(Lateness lateness) {
    if (ended || machine.isResponding()) {
      return false;
    }
    rejectSafely(Rejection.cause(lateness));
    return true;
  }

  private void rejectSafely(Overload cause) {
    try {
      reject(cause);
    } catch (Throwable t) { // is closed
      LOG.error("cannot reject a request", t);
    }
  }

  private void reject(Overload cause) {
    try {
      context.ending().rejection().send(channel, timing, cause);
    } catch (Throwable t) {
      LingeringClose.close(channel); // nobody else would
      throw t;
    } finally {
      end();
    }
    context.ending().lingeringClose().linger(channel);
  }

  /**
   * Closes it with a reset, so that the client does not take a partial response for a complete one.
   */
  public void abort() {
    if (!ended) {
      context.counters().count(ServerEvent.ABORTED);
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException e) {
        LOG.trace("already closed", e);
      }
      close();
    }
  }

  // ---- for all threads, at any time

  /** Memory that an unfinished request holds; perhaps an old value. */
  int heldBytes() {
    return machine.heldBytes();
  }

  /**
   * Closes the socket, whoever owns the connection: the owner is blocked, or never ran, or nobody
   * knows whether there is one. An owner finds the socket closed.
   */
  public void forceClose() {
    LingeringClose.close(channel);
    onEnd.accept(this);
  }

  // ---- the end

  private void fail(Throwable t) {
    if (t instanceof OutOfRequestMemoryException) {
      rejectSafely(Overload.MEMORY);
      return;
    }
    try {
      abort(); // first: a logger may fail too
    } finally {
      log(t);
    }
  }

  private void log(Throwable t) {
    if (t instanceof EOFException) { // of a body: the end of a socket throws nothing
      context.ending().errorLog().failed(() -> "the rest of a response", t);
    } else if (t instanceof IOException) {
      LOG.debug("broken connection", t);
    } else {
      LOG.error("closed a connection", t);
    }
  }

  /** Closes after the state machine is over, without destroying the last response on its way. */
  private void finish() {
    if (wait.isMemoryNeeded() && machine.leavesRequest()) {
      rejectSafely(Overload.MEMORY);
    } else if (machine.leavesUnread()) {
      end();
      context.ending().lingeringClose().linger(channel);
    } else if (machine.leavesUnasked() && !channel.isBlocking()) {
      end();
      context.ending().lingeringClose().lingerBriefly(channel);
    } else {
      close();
    }
  }

  private void close() {
    LingeringClose.close(channel);
    end();
  }

  /** Ends the connection, whatever becomes of its socket. */
  private void end() {
    ended = true;
    try {
      machine.abandon();
    } catch (Throwable t) { // an observer's mistake, or no memory
      LingeringClose.close(channel); // nobody else would
      throw t;
    } finally {
      onEnd.accept(this); // last: the stopping server may conclude that all connections are gone
    }
  }
}
