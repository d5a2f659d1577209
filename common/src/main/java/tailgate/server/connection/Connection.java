package tailgate.server.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.buffer.OutOfRequestMemoryException;
import tailgate.server.observe.RequestTiming;
import tailgate.server.observe.ServerCounters.Overload;

/**
 * One client's connection, from its first byte to its end, as its owner sees it. The protocol is in
 * the {@link HttpStateMachine}; this class ends the connection, in one of these ways:
 *
 * <pre>
 *   over           the state machine is; closed
 *   over, unread   the same, but the client may still be sending: a {@link LingeringClose}
 *   aborted        something failed: reset, so that no partial response looks complete
 *   rejected       no worker is free: 503, then a lingering close
 *   force closed   the server has stopped, and the owner is blocked or never ran
 * </pre>
 *
 * <p>{@link #proceed} continues the protocol until it would block, and returns what it waits for.
 * On a blocking channel the reads and writes block instead, so it returns only when the connection
 * is closed.
 *
 * <p><b>Threads.</b> One thread at a time owns the connection: the one it was dispatched to last.
 * The dispatch makes the writes of one owner visible to the next. Two methods may be called by
 * others at any time: {@link #sweep} and {@link #forceClose}.
 *
 * <p>Tests: ConnectionTest.
 */
public final class Connection {

  private static final Logger LOG = SafeLogger.of(Connection.class);

  /**
   * A client that has been idle for less may be about to send its next request: its connection is
   * not ended to make room for another one.
   */
  static final long LEAST_IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final SocketChannel channel;
  private final ConnectionContext context;
  private final @Nullable InetAddress client;
  private final Consumer<Connection> onEnd;
  private final ConnectionDeadline deadline;
  private final RequestTiming timing;
  private final HttpStateMachine machine;

  /** Whether it was ended, by its owner. Confined to the owner. */
  private boolean ended;

  /** Volatile: set once by the reactor, read by the sweeper; null on a blocking channel. */
  private volatile @Nullable Watcher watcher;

  /** Whether to end it as soon as it is idle. Volatile: set by threads that need its place. */
  private volatile boolean placeNeeded;

  /** Whether to end its unfinished request. Volatile: set by the sweeper. */
  private volatile boolean memoryNeeded;

  /** Who watches a connection while it waits for its client. */
  public interface Watcher {

    /**
     * The client has let its deadline pass, or the connection has to end. Called by other threads,
     * and perhaps again and again: the watcher looks for bytes once more, and then ends the wait
     * with {@link #endWait} if {@link #isOverdue} still says so.
     */
    void overdue();
  }

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

  ConnectionDeadline deadline() {
    return deadline;
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
  public void watchedBy(Watcher itsWatcher) {
    watcher = itsWatcher;
  }

  /** Says that its socket has room for more of the response, and that it is given to a worker. */
  public void writable() {
    machine.roomFound();
  }

  /** Whether its wait for the client has to end now. */
  public boolean isOverdue() {
    StopPhase stop = context.stop();
    long idle = deadline.idleNanos();
    return stop.isForced()
        || deadline.isOver()
        || stop.endsIdle(idle)
        || (placeNeeded && idle >= LEAST_IDLE_NANOS)
        || (memoryNeeded && deadline.unfinishedNanos() >= 0);
  }

  /**
   * Ends its wait for the client.
   *
   * @return SOMETHING if a worker has to answer 408, else CLOSED
   */
  public Arrival endWait() {
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

  /** Says that the received bytes arrived at this time, and are given to a worker now. */
  public void dispatched(long nanos) {
    timing.dispatched(nanos);
  }

  /**
   * Answers 503, because there is no worker for it, and closes, at once and without blocking.
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

  private void rejectForMemory() {
    try {
      reject(Overload.MEMORY);
    } catch (Throwable t) { // is closed
      LOG.error("cannot reject a request", t);
    }
  }

  private void reject(Overload cause) {
    try {
      context.rejection().send(channel, timing, cause);
    } catch (Throwable t) {
      closeChannel(); // nobody else would
      throw t;
    } finally {
      end();
    }
    context.lingeringClose().linger(channel);
  }

  /**
   * Closes it with a reset, so that the client does not take a partial response for a complete one.
   */
  public void abort() {
    if (!ended) {
      context.counters().countAborted();
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException e) {
        LOG.trace("already closed", e);
      }
      close();
    }
  }

  // ---- for the sweeper and the thread that stops the server, at any time; forceClose for all

  /** Ends its wait for the client if that has to end, or has its watcher end it. */
  void sweep() {
    Watcher itsWatcher = watcher;
    if (itsWatcher != null) {
      if (isOverdue()) {
        itsWatcher.overdue();
      }
    } else if (channel.isBlocking()) {
      sweepBlocking();
    }
  }

  private void sweepBlocking() {
    deadline.expire();
    StopPhase stop = context.stop();
    if (stop.isForced()) {
      deadline.force();
    } else if (stop.endsIdle(deadline.idleNanos())) {
      deadline.endIdleWait();
    }
  }

  /**
   * Closes the socket, whoever owns the connection: the owner is blocked, or never ran, or nobody
   * knows whether there is one. An owner finds the socket closed.
   */
  public void forceClose() {
    closeChannel();
    onEnd.accept(this);
  }

  // ---- for the eviction, at any time

  /** How long the client has not had a request; negative if it has one. */
  long idleNanos() {
    return deadline.idleNanos();
  }

  /** Memory that an unfinished request holds. */
  int heldBytes() {
    return machine.heldBytes();
  }

  /** The memory times the time for which an unfinished request holds it; 0 if there is none. */
  long burden() {
    long millis = deadline.unfinishedNanos() / 1_000_000;
    return millis < 0 ? 0 : heldBytes() * (millis + 1);
  }

  /** Ends it because it is idle and its place is needed. */
  void endIdleForRoom() {
    placeNeeded = true;
    Watcher itsWatcher = watcher;
    if (itsWatcher != null) {
      itsWatcher.overdue();
    } else {
      deadline.endIdleWait();
    }
  }

  /** Ends it because its memory is needed; if its request is not finished, it gets a 503. */
  void endForMemory() {
    memoryNeeded = true;
    Watcher itsWatcher = watcher;
    if (itsWatcher != null) {
      itsWatcher.overdue();
    } else {
      deadline.endUnfinishedWait();
    }
  }

  // ---- the end

  private void fail(Throwable t) {
    if (t instanceof OutOfRequestMemoryException) {
      rejectForMemory();
      return;
    }
    try {
      abort(); // first: a logger may fail too
    } finally {
      log(t);
    }
  }

  private static void log(Throwable t) {
    if (t instanceof IOException) {
      LOG.debug("broken connection", t);
    } else {
      LOG.error("closed a connection", t);
    }
  }

  /** Closes after the state machine is over, without destroying the last response on its way. */
  private void finish() {
    if (memoryNeeded && machine.leavesRequest()) {
      rejectForMemory();
    } else if (machine.leavesUnread()) {
      end();
      context.lingeringClose().linger(channel);
    } else {
      close();
    }
  }

  private void close() {
    closeChannel();
    end();
  }

  private void closeChannel() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("cannot close", e);
    }
  }

  /** Ends the connection, whatever becomes of its socket. */
  private void end() {
    ended = true;
    try {
      machine.abandon();
    } catch (Throwable t) { // an observer's mistake, or no memory
      closeChannel(); // nobody else would
      throw t;
    } finally {
      onEnd.accept(this); // last: the stopping server may conclude that all connections are gone
    }
  }
}
