package tailgate.server.connection;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import tailgate.http.BodyReader;
import tailgate.http.Limits;
import tailgate.http.OctetSink;
import tailgate.http.Progress;
import tailgate.http.Refusal;
import tailgate.http.Request;
import tailgate.http.RequestParser;
import tailgate.server.buffer.BufferPool;
import tailgate.server.buffer.OutOfRequestMemoryException;
import tailgate.server.buffer.ReadBuffer;
import tailgate.server.buffer.RequestMemory;
import tailgate.server.observe.RequestTiming;
import tailgate.server.observe.ServerCounters;

/**
 * The receiving side of a connection: reads bytes and makes requests of them, one after the other.
 *
 * <pre>
 *          whole head, content follows           whole content
 *   HEAD ------------------------------> BODY -----------------> request complete
 *    |  \                                                           ^     |
 *    |   +------------------- whole head, no content ---------------+     |
 *    +<------------------------------- next ------------------------------+
 * </pre>
 *
 * <p>With dispatch by request, the reactor reads before it dispatches the connection ({@link
 * #receive}). The worker reads ({@link #read}) only if that has filled the buffer, because then
 * there may be more in the socket ({@link #isDry}). With dispatch by connection, the worker makes
 * all reads. The difference matters to {@link RequestTiming}: a request arrives when its last bytes
 * arrive.
 *
 * <p>Confined to the owner of the connection. Tests: RequestReaderFuzzTest, ConnectionTest.
 */
final class RequestReader {

  /**
   * What all readers of a server share.
   *
   * @param keepsBodies whether the handler reads them
   * @param buffers for the first bytes of requests
   */
  record Reading(Limits limits, boolean keepsBodies, RequestMemory memory, BufferPool buffers) {}

  private final SocketChannel channel;
  private final boolean blocking;
  private final ServerCounters counters;
  private final ConnectionDeadline deadline;
  private final RequestTiming timing;
  private final ReadBuffer buffer;
  private final RequestParser parser;
  private final Request request;
  private final BodyReader body;
  private final boolean keepsBodies;

  /** Whether the head is complete and its content is being read. */
  private boolean inBody;

  /** Whether the client has ended its side. */
  private boolean ended;

  /** Whether there was more when the last request was removed, here or in the socket. */
  private boolean mayHaveMore;

  /** Whether the client waits for 100 (Continue). */
  private boolean continueExpected;

  RequestReader(
      SocketChannel channel,
      Reading reading,
      ServerCounters counters,
      ConnectionDeadline deadline,
      RequestTiming timing) {
    this.channel = channel;
    this.blocking = channel.isBlocking();
    this.counters = counters;
    this.deadline = deadline;
    this.timing = timing;
    this.buffer = new ReadBuffer(reading.memory, reading.buffers, blocking);
    this.parser = new RequestParser(reading.limits);
    this.request = parser.request();
    this.body = new BodyReader(reading.limits);
    this.keepsBodies = reading.keepsBodies;
  }

  // ---- bytes

  /** Reads for the reactor; returns whether there were bytes, or the end of the stream. */
  boolean receive() throws IOException {
    return arrived(readOnce());
  }

  /**
   * Sets the deadline for the bytes that are missing, and reads once. On a blocking channel this
   * waits until there is something, and a virtual thread may let others run.
   *
   * @param budget if it is spent, the deadline is set only: the reactor finds what has arrived
   * @return whether anything arrived, or the end
   */
  boolean read(FairnessBudget budget) throws IOException {
    if (inBody) {
      deadline.waitForBody();
    } else if (!buffer.isEmpty()) {
      deadline.waitForHead();
    } else { // the first request may be in the socket already; if not, the sweeper ends the wait
      deadline.waitForRequest();
    }
    if (budget.isSpent() || isDry()) {
      return false;
    }
    boolean endsTurn = budget.isTurnOver() && budget.endsTurn(ReadBuffer.hasArrived(channel));
    int n = readOnce();
    timing.bytesRead();
    boolean arrived = arrived(n);
    budget.moved(Math.max(0, n));
    if (endsTurn) { // not before the read: the client does not pay for the turns of others
      budget.endTurn();
      timing.waited();
    }
    return arrived;
  }

  /** Also a read that finds nothing may move the head of a request, to make room. */
  private int readOnce() throws IOException {
    int n = buffer.read(channel);
    if (inBody) {
      request.bind(buffer.array(), buffer.start());
    }
    return n;
  }

  private boolean arrived(int n) {
    if (n != 0) {
      deadline.progressed(Math.max(0, n));
    }
    if (n > 0) {
      counters.countReceived(n);
    }
    ended = n < 0;
    return n != 0;
  }

  /**
   * Whether bytes have arrived that nobody will use, because the last response was sent. To close a
   * socket that has such bytes would destroy the response on its way.
   */
  boolean finds() {
    return blocking ? ReadBuffer.hasArrived(channel) : readsUnused();
  }

  /** Costs no more than to ask, and makes no objects. */
  private boolean readsUnused() {
    try {
      int n = buffer.read(channel);
      counters.countReceived(Math.max(0, n));
      return n > 0;
    } catch (OutOfRequestMemoryException e) {
      return true; // the buffer is full of them
    } catch (IOException e) {
      return false; // closed
    }
  }

  /** Whether a read would find nothing. On a blocking channel it waits until it finds something. */
  private boolean isDry() {
    return !blocking && buffer.drained();
  }

  /** Whether the client has ended its side. */
  boolean ended() {
    return ended;
  }

  /** Whether no byte of a request is there. */
  boolean isIdle() {
    return buffer.isEmpty();
  }

  /** Whether the client may have sent more than the request that {@link #next} removed. */
  boolean mayHaveMore() {
    return mayHaveMore;
  }

  /** Drops everything that was read. */
  void release() {
    buffer.release();
  }

  /** Memory that it holds beyond the usual. Other threads may get an old value. */
  int heldBytes() {
    return buffer.heldBytes();
  }

  // ---- requests

  /**
   * Parses the bytes that are there, and returns how far the request has come. Content that is kept
   * stays behind the head, where more of it may follow; all else of a body is dropped.
   */
  Progress parse() {
    if (!inBody) {
      Progress head = parser.parse(buffer.array(), buffer.start(), buffer.end());
      if (head != Progress.COMPLETE) {
        return head;
      }
      request.bind(buffer.array(), buffer.start());
      if (!request.hasBody()) {
        return head;
      }
      beginBody();
    }
    int from = buffer.start() + parser.length();
    int consumed = body.consume(buffer.array(), from, buffer.end());
    int kept = keepsBodies ? body.content() : 0;
    parser.keep(kept);
    buffer.cut(from + kept, consumed - kept);
    return body.progress();
  }

  private void beginBody() {
    inBody = true;
    body.begin(request);
    boolean begun = buffer.end() > buffer.start() + parser.length();
    continueExpected = request.expectsContinue() && !begun;
  }

  /** The request, once it or its head is complete, until {@link #next}. */
  Request request() {
    return request;
  }

  /** Whether the head of the request is complete, so that {@link #request} can be read. */
  boolean inBody() {
    return inBody;
  }

  /** Why {@link #parse} refused the request. */
  Refusal refusal() {
    return inBody ? body.refusal() : parser.refusal();
  }

  /** Whether the client waits for 100 (Continue); true once for each request. */
  boolean takeContinueExpected() {
    boolean expected = continueExpected;
    continueExpected = false;
    return expected;
  }

  /** Lends the first line, as far as it came, of bytes that are not a request; may be empty. */
  void lendFirstLine(OctetSink sink) {
    byte[] bytes = buffer.array();
    int from = buffer.start();
    while (from < buffer.end() && (bytes[from] == '\r' || bytes[from] == '\n')) {
      from++;
    }
    int to = from;
    while (to < buffer.end() && bytes[to] != '\n') {
      to++;
    }
    sink.accept(bytes, from, to > from && bytes[to - 1] == '\r' ? to - 1 : to);
  }

  /**
   * Removes the complete request.
   *
   * @return whether bytes of the next one are there already: pipelining
   */
  boolean next() {
    int length = parser.length();
    parser.reset();
    inBody = false;
    boolean pipelined = buffer.consume(length);
    mayHaveMore = pipelined || !buffer.drained();
    return pipelined;
  }
}
