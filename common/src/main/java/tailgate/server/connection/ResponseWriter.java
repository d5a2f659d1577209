package tailgate.server.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tailgate.http.DateField;
import tailgate.http.DeferredResponse;
import tailgate.http.Response;
import tailgate.http.Response.Persistence;
import tailgate.server.buffer.BufferPool;
import tailgate.server.buffer.WriteBuffer;
import tailgate.server.buffer.WriteResult;
import tailgate.server.observe.RequestTiming;
import tailgate.server.observe.ServerCounters;

/**
 * The sending side of a connection: keeps a response until there is room for it in the {@link
 * WriteBuffer}, and sends what is there. On a blocking channel {@link #send} waits for a client
 * that does not read, no longer than the {@link ConnectionDeadline} allows. On a non-blocking
 * channel it never waits: it returns false, and sets the deadline until which the reactor waits for
 * room.
 *
 * <p>Confined to the owner of the connection.
 */
final class ResponseWriter {

  /**
   * What all writers of a server share.
   *
   * @param buffers for responses
   */
  record Writing(BufferPool buffers, DateField date) {}

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final SocketChannel channel;
  private final boolean blocking;
  private final DateField date;
  private final ServerCounters counters;
  private final ConnectionDeadline deadline;
  private final RequestTiming timing;
  private final WriteBuffer buffer;

  /** The response that waits for room; null once it is in the buffer. */
  private @Nullable Response response;

  /** Stands for the response of the present request until there is one; else null. */
  private @Nullable DeferredResponse deferred;

  private Persistence persistence = Persistence.IMPLICIT;
  private boolean withContent = true;

  /** Whether the connection ends after the response. */
  private boolean last;

  /** Whether the response took more than one write. */
  private boolean tookLong;

  /** Bytes of the buffer that were counted as sent. */
  private long counted;

  ResponseWriter(
      SocketChannel channel,
      Writing writing,
      ServerCounters counters,
      ConnectionDeadline deadline,
      RequestTiming timing) {
    this.channel = channel;
    this.blocking = channel.isBlocking();
    this.date = writing.date;
    this.counters = counters;
    this.deadline = deadline;
    this.timing = timing;
    this.buffer = new WriteBuffer(writing.buffers, blocking);
  }

  /** Keeps what the next response waits for. */
  void defer(DeferredResponse later) {
    deferred = later;
  }

  /** What the next response waits for; null if there is one. */
  @Nullable DeferredResponse deferred() {
    return deferred;
  }

  /**
   * Takes the next response, and puts it into the buffer if there is room.
   *
   * @return false if the response has to wait, see {@link #putWaiting}
   */
  boolean put(Response next, Persistence itsPersistence, boolean withItsContent) {
    deferred = null;
    response = next;
    persistence = itsPersistence;
    last = itsPersistence == Persistence.CLOSE;
    tookLong = false;
    withContent = withItsContent;
    return put(next);
  }

  /** Puts the response that waits into the buffer; false if what is there must be sent first. */
  boolean putWaiting() {
    Response next = response;
    if (next == null) {
      throw new IllegalStateException("no response");
    }
    return put(next);
  }

  private boolean put(Response next) {
    int serverTimingLength = timing.serverTimingLength();
    ByteBuffer head = buffer.roomFor(next.headLength() + serverTimingLength);
    if (head == null) {
      return false;
    }
    if (serverTimingLength == 0) {
      next.putHead(head, date, persistence);
    } else {
      next.putFields(head, date, persistence);
      timing.putServerTiming(head);
      Response.endHead(head);
    }
    buffer.add(next.body(), withContent);
    response = null;
    return true;
  }

  /** Puts 100 (Continue) into the buffer, which must be empty. */
  void putContinue() {
    ByteBuffer empty = buffer.roomFor(CONTINUE.length);
    if (empty == null) {
      throw new IllegalStateException("not empty");
    }
    empty.put(CONTINUE);
  }

  /** Whether the connection ends after the response that was put last. */
  boolean isLast() {
    return last;
  }

  /** Whether there is nothing to send. */
  boolean isEmpty() {
    return buffer.isEmpty();
  }

  /** Whether nothing can be put before what is there was sent. */
  boolean isSealed() {
    return buffer.isSealed();
  }

  /** Bytes that the socket has taken since the connection began. */
  long sentBytes() {
    return counted;
  }

  /** Bytes of the last response that are still to be sent; those before it may count as well. */
  long unsentBytes() {
    Response waitingForRoom = response;
    return buffer.unsentBytes() + (waitingForRoom == null ? 0 : waitingForRoom.body().length());
  }

  /**
   * Sends while the socket takes bytes and the budget allows; returns whether nothing is left. A
   * virtual thread may let others run in between.
   */
  boolean send(FairnessBudget budget) throws IOException {
    for (int writes = 1; ; writes++) {
      if (blocking) {
        deadline.waitForRoom(counted);
      }
      long before = counted;
      WriteResult result = write();
      budget.moved(counted - before);
      if (result == WriteResult.ALL) {
        stopWaiting();
        return true;
      }
      tookLong = true;
      deadline.progressed(counted - before);
      if (result == WriteResult.BLOCKED || !budget.allowsWrite(writes)) {
        deadline.waitForRoom(counted);
        return false;
      }
      if (budget.isTurnOverInResponse()) {
        budget.endTurn();
      }
    }
  }

  private void stopWaiting() {
    if (blocking || tookLong) {
      deadline.waitForNothing();
    }
  }

  /** Whether some of the last response may not have left the machine when it was sent. */
  boolean tookLong() {
    return tookLong;
  }

  private WriteResult write() throws IOException {
    WriteResult result = WriteResult.BLOCKED;
    try {
      result = buffer.write(channel);
      return result;
    } finally { // bytes that left before it threw count too
      long total = buffer.sentBytes();
      long sent = total - counted;
      counted = total;
      counters.countSent(sent);
      timing.sent(sent, result == WriteResult.ALL && response == null && deferred == null);
    }
  }

  /** Drops everything, sent or not, and closes it. */
  void release() {
    buffer.release();
    deferred = null;
    Response unsent = response;
    response = null;
    if (unsent != null) {
      WriteBuffer.discard(unsent.body());
    }
  }
}
