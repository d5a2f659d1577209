package tailgate.server.connection;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.buffer.ReadBuffer;
import tailgate.server.observe.ServerCounters;
import tailgate.server.observe.ServerCounters.Timeout;

/**
 * What a connection waits for, and until when. A deadline counts the silence of the client only: it
 * runs while the connection waits for the client, and stands still while the connection waits for a
 * worker.
 *
 * <p>A head, a body and a response each have one time for all their waits together. In a body and
 * in a response it grows again with each byte, so that a client which keeps up the least rate is
 * never late (see {@link Timeouts#minBytesPerSecond}).
 *
 * <p>A write moves bytes to the kernel only, which reports room when a third of its buffer is free.
 * A slow client needs minutes for that. So while a connection waits for room, the sweeper asks the
 * kernel what the client has taken ({@link SendQueues}), and puts the deadline off. This is an
 * advance: bytes that the owner writes afterwards pay it back before they buy time themselves.
 *
 * <p>The owner of the connection sets the deadline. The sweeper reads it at any time. On a blocking
 * channel the sweeper ends the wait: it shuts the socket down, and the owner, which blocks, then
 * sees the same as if the client had gone away. On a channel that a reactor watches the sweeper
 * only tells the reactor, so that nothing is ended before the reactor has looked for bytes.
 *
 * <p>The kind of wait and the time are packed into one long: the wait replaces the lowest bits of
 * the nanoseconds. So the sweeper never sees a wait with the time of another one. Opaque access is
 * enough: if it sees a deadline late, the next sweep sees it.
 */
final class ConnectionDeadline {

  /** What is waited for. */
  enum Wait {
    /** The connection waits for nothing that has a deadline: a worker has it, or is about to. */
    NOTHING,
    /** The first byte of a request is waited for. */
    REQUEST,
    /** The rest of a head is waited for. */
    HEAD,
    /** More of a request's content is waited for. */
    BODY,
    /** Room for more of the response is waited for. */
    WRITE
  }

  private static final Logger LOG = SafeLogger.of(ConnectionDeadline.class);
  private static final Wait[] WAITS = Wait.values();

  // What is packed into the lowest bits; it is the ordinal of the wait.

  private static final long WAIT_BITS = 7;
  private static final long NOTHING = 0;
  private static final long REQUEST = 1;
  private static final long HEAD = 2;
  private static final long BODY = 3;
  private static final long WRITE = 4;

  /**
   * A client's kernel takes so many bytes for a program that reads none. So when the kernel is
   * asked for the first time, they buy nothing. (Linux takes 64 to 128 KiB.)
   */
  private static final long CLIENT_BUFFER = 256 << 10;

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

  // Confined to the owner.

  /**
   * HEAD, BODY or WRITE while that part of the exchange is not complete, also between its waits.
   */
  private long part = NOTHING;

  /** What is left for all further waits of the part. */
  private long leftNanos;

  /** When the present wait ends, if the sweeper does not put it off. */
  private long untilNanos;

  /** For how long the sweeper has put off waits of the part, less what was paid back. */
  private long advanceNanos;

  // Written before each wait for room, and read by the sweeper much later.

  /** Waits for room in the socket. */
  private @Nullable Thread waiter;

  /** What the kernel had got before. */
  private long sentBytes;

  /**
   * Volatile: set before the input is shut down, by the sweeper or the reactor; read by the owner.
   */
  private volatile boolean ranOut;

  /** Volatile: set before the socket is shut down, by the sweeper; read by the owner. */
  private volatile boolean shutDown;

  // Confined to the sweeper.

  /** The wait for room that it saw last, and what the kernel had got before. */
  private long slowWait;

  private long slowSentBytes;

  /** What the client has taken, as far as the kernel was asked; 0 before the first time. */
  private long takenBytes;

  ConnectionDeadline(SocketChannel channel, DeadlineClock clock, ServerCounters counters) {
    this.channel = channel;
    this.clock = clock;
    this.counters = counters;
  }

  // ---- for the owner

  void waitForRequest() {
    part = NOTHING;
    PACKED.setOpaque(this, ((clock.now + clock.idleNanos) & ~WAIT_BITS) | REQUEST);
  }

  void waitForHead() {
    begin(HEAD, clock.headNanos);
  }

  void waitForBody() {
    begin(BODY, clock.bodyNanos);
  }

  /**
   * Waits for room for more of the response.
   *
   * @param sent bytes that the kernel has got since the connection began
   */
  void waitForRoom(long sent) {
    waiter = Thread.currentThread();
    sentBytes = sent;
    begin(WRITE, clock.writeNanos);
  }

  private void begin(long wait, long longest) {
    if (part != wait) {
      part = wait;
      leftNanos = longest;
      advanceNanos = 0;
    } else {
      pause(); // if the wait before ended without a byte
    }
    untilNanos = (clock.now + leftNanos) & ~WAIT_BITS;
    PACKED.setOpaque(this, untilNanos | wait);
  }

  /** Ends the wait, because the part is complete. */
  void waitForNothing() {
    part = NOTHING;
    PACKED.setOpaque(this, NOTHING);
  }

  /** Stops the time, because from here on the client waits for the server. */
  void pause() {
    long seen = get();
    if ((seen & WAIT_BITS) != NOTHING) {
      long until = seen & ~WAIT_BITS;
      advanceNanos += until - untilNanos;
      leftNanos = until - clock.now;
      PACKED.setOpaque(this, NOTHING);
    }
  }

  /**
   * The client has sent or taken so many bytes, or ended its side: from here on it waits for the
   * server.
   */
  void progressed(long bytes) {
    if (part == NOTHING) { // they begin a request
      PACKED.setOpaque(this, NOTHING);
      return;
    }
    pause();
    if (part != HEAD) {
      long longest = part == BODY ? clock.bodyNanos : clock.writeNanos;
      long worth = clock.worth(bytes);
      long owed = Math.min(advanceNanos, worth);
      advanceNanos -= owed;
      leftNanos = Math.max(leftNanos, Math.min(longest, leftNanos + worth - owed));
    }
  }

  /** Whether a wait took too long. */
  boolean ranOut() {
    return ranOut;
  }

  /** Whether this server has ended the input; if not, its end is the client's. */
  boolean isShutDown() {
    return ranOut || shutDown;
  }

  /**
   * Ends a wait on behalf of the reactor, which owns the connection and has looked for bytes.
   * Counts it if it has taken too long; it may also end because the server stops.
   */
  void giveUp() {
    takeExpired(clock.now);
    pause();
    shutDown = true;
  }

  // ---- for anybody, at any time

  Wait waitingFor() {
    return WAITS[(int) (get() & WAIT_BITS)];
  }

  private long get() {
    return (long) PACKED.getOpaque(this);
  }

  /** Whether the wait has taken too long. */
  boolean isOver() {
    long seen = get();
    return (seen & WAIT_BITS) != NOTHING && clock.now - (seen & ~WAIT_BITS) >= 0;
  }

  /** How long the client has not had a request; negative if it has one. */
  long idleNanos() {
    return waited(REQUEST, clock.idleNanos);
  }

  /** How long the client has been idle, or has been sending a head; negative if neither. */
  long unaskedNanos() {
    return Math.max(idleNanos(), waited(HEAD, clock.headNanos));
  }

  /** How long the client has been sending a head, or silent in a body; negative if neither. */
  long unfinishedNanos() {
    return Math.max(waited(HEAD, clock.headNanos), waited(BODY, clock.bodyNanos));
  }

  private long waited(long wait, long longest) {
    long seen = get();
    return (seen & WAIT_BITS) == wait ? Math.max(0, clock.now - (seen & ~WAIT_BITS) + longest) : -1;
  }

  // ---- for the sweeper, at any time

  SocketChannel channel() {
    return channel;
  }

  /** Whether it has waited for room since the last call. */
  boolean isSlow() {
    long seen = get();
    if ((seen & WAIT_BITS) != WRITE) {
      return false;
    }
    boolean same = seen == slowWait;
    slowWait = seen;
    slowSentBytes = sentBytes;
    return same;
  }

  /** Puts the deadline of a slow one off: of what it was sent, the kernel holds only so much. */
  void queued(long bytes) {
    long before = takenBytes == 0 ? CLIENT_BUFFER : takenBytes;
    long taken = slowSentBytes - bytes;
    takenBytes = Math.max(takenBytes, taken);
    if (taken > before) {
      long until = slowWait & ~WAIT_BITS;
      long most = clock.now + clock.longestWriteNanos - until;
      long later = ((until + Math.min(most, clock.worth(taken - before))) & ~WAIT_BITS) | WRITE;
      if (PACKED.compareAndSet(this, slowWait, later)) { // else the owner has gone on
        slowWait = later;
      }
    }
  }

  // ---- the same, on blocking channels only

  /** Ends the wait if it has taken too long, and nothing has arrived that the owner will read. */
  void expire() {
    if (isOver() && !hasArrived() && !isAboutToWrite()) {
      Wait wait = takeExpired(clock.now);
      if (wait != Wait.NOTHING) {
        shutDown(wait);
      }
    }
  }

  /**
   * Whether there are bytes that the owner, which blocks, is about to read. Once the input is shut
   * down, it could not read them any more.
   */
  private boolean hasArrived() {
    return waitingFor() != Wait.WRITE && ReadBuffer.hasArrived(channel);
  }

  /**
   * Whether the owner has been told that the socket has room, and waits for a processor. A virtual
   * thread may wait long if others keep their carriers. (The state of a platform thread does not
   * tell: it is RUNNABLE also while it blocks. But the kernel lets it run soon.)
   */
  private boolean isAboutToWrite() {
    Thread writing = waiter;
    return waitingFor() == Wait.WRITE
        && writing != null
        && writing.isVirtual()
        && writing.getState() == Thread.State.RUNNABLE;
  }

  /**
   * Removes the deadline if it has passed, so that each passes once, and counts it.
   *
   * @return what was waited for too long, or {@link Wait#NOTHING}
   */
  Wait takeExpired(long nowNanos) {
    long seen = get();
    Wait wait = WAITS[(int) (seen & WAIT_BITS)];
    boolean expired = wait != Wait.NOTHING && nowNanos - (seen & ~WAIT_BITS) >= 0;
    if (!expired || !PACKED.compareAndSet(this, seen, NOTHING)) { // else the owner has gone on
      return Wait.NOTHING;
    }
    count(wait);
    ranOut = true;
    return wait;
  }

  private void count(Wait wait) {
    switch (wait) {
      case NOTHING -> {}
      case REQUEST -> counters.count(Timeout.IDLE);
      case HEAD -> counters.count(Timeout.HEAD);
      case BODY -> counters.count(Timeout.BODY);
      case WRITE -> counters.count(Timeout.WRITE);
    }
  }

  /** Ends the wait for another request, because the server needs the room. */
  void endIdleWait() {
    endWait(REQUEST);
  }

  /** Ends the wait for another request or the rest of its head, because the server stops. */
  void endUnaskedWait() {
    endWait(REQUEST);
    endWait(HEAD);
  }

  private void endWait(long wait) {
    long seen = get();
    if ((seen & WAIT_BITS) == wait && !hasArrived() && PACKED.compareAndSet(this, seen, NOTHING)) {
      shutDown(Wait.REQUEST);
    }
  }

  /** Ends the wait for the rest of a request, because the server needs its memory. */
  void endUnfinishedWait() {
    long seen = get();
    long wait = seen & WAIT_BITS;
    if ((wait == HEAD || wait == BODY) && PACKED.compareAndSet(this, seen, 0L)) {
      shutDown(Wait.HEAD);
    }
  }

  /** Ends every wait, because the server has waited long enough. */
  void force() {
    shutDown(Wait.WRITE);
  }

  private void shutDown(Wait wait) {
    shutDown = true;
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
