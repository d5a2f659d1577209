package tailgate.server;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.http.Body;
import tailgate.http.BodyReader;
import tailgate.http.Method;
import tailgate.http.Refusal;
import tailgate.http.Request;
import tailgate.http.RequestParser;
import tailgate.http.Response;
import tailgate.http.Response.Persistence;
import tailgate.http.Status;
import tailgate.http.Version;
import tailgate.server.Deadline.Wait;

/**
 * One client's connection, from its first byte to its end: the protocol's state machine, the same
 * for blocking and non-blocking channels.
 *
 * <pre>
 *             whole head                whole body             handler
 *   HEAD ------------------> BODY ---------------------> ... ---------> RESPOND
 *    ^  \  (no body: straight to the handler)                            |   |
 *    |   \                                                    no room or |   | another request
 *    |    \ refused, timed out: RESPOND, then close         nothing more |   | is waiting:
 *    |     \                                                     to read |   | pipelining
 *    |      +--> CLOSED <----------- last response ------+               v   |
 *    +---------------------- all sent --------------- WRITE <------------+   |
 *    +-----------------------------------------------------------------------+
 * </pre>
 *
 * <p>{@link #proceed} runs the machine until it would block, and says what it waits for. On a
 * blocking channel it never has to wait, so it returns only when the connection is closed.
 *
 * <p><b>Who may touch it.</b> One thread at a time, whoever was handed it last; the hand-over
 * orders their memory. The exceptions are {@link #expire} and {@link #nudge}, which the sweeper
 * calls at any time: they only shut the socket down, and the owner finds out like from a client
 * that went away. So no byte is ever written by two threads.
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

  private enum State {
    HEAD,
    BODY,
    RESPOND,
    WRITE,
    CLOSED
  }

  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final Response FAILED =
      StatusText.of(Status.INTERNAL_SERVER_ERROR, "The request could not be served.");
  private static final Response TIMED_OUT =
      StatusText.of(Status.REQUEST_TIMEOUT, "The request took too long to arrive.");

  /** Writes to a non-blocking channel before others get their turn. */
  private static final int MOST_WRITES = 4;

  /** Pipelined requests on a non-blocking channel before others get their turn. */
  private static final int MOST_RESPONSES = 256;

  private final SocketChannel channel;
  private final boolean blocking;
  private final ConnectionContext context;
  private final RequestParser parser;
  private final BodyReader body;
  private final Input input = new Input();
  private final Output output;
  private final Deadline deadline = new Deadline();

  private State state = State.HEAD;

  /** The state after WRITE; CLOSED where the response is the last. */
  private State afterWrite = State.HEAD;

  /** What RESPOND puts into the output. */
  private @Nullable Response response;

  private Persistence persistence = Persistence.IMPLICIT;
  private boolean withContent = true;

  /** Whether the client waits for 100 (Continue), which is sent where its content is waited for. */
  private boolean continueExpected;

  /** Whether no request has come yet. */
  private boolean fresh = true;

  /** Responses since {@link #proceed} was called. */
  private int responses;

  /** Whether the client may still be sending what nobody will read. */
  private boolean unread;

  /** Whether the client has ended its side, and this was not dealt with yet. */
  private boolean ended;

  /** Volatile: set by the sweeper before it shuts the input down, read by the owner after. */
  private volatile boolean expired;

  Connection(SocketChannel channel, ConnectionContext context) {
    this.channel = channel;
    this.blocking = channel.isBlocking();
    this.context = context;
    this.parser = new RequestParser(context.limits());
    this.body = new BodyReader(context.limits());
    this.output = new Output(context.buffers(), blocking);
    if (!blocking) {
      awaitRequest(); // a blocking one has first to wait for a thread, which is not its client's
      // fault
    }
  }

  SocketChannel channel() {
    return channel;
  }

  // ---- for the owner

  /** Goes on until it would block. Throws nothing: whatever goes wrong closes the connection. */
  Next proceed() {
    responses = 0;
    try {
      boolean more = true;
      while (more) {
        more = step();
      }
    } catch (IOException e) {
      LOG.debug("broken connection", e);
      abort();
    } catch (Throwable t) {
      LOG.error("closing a connection", t);
      abort();
    }
    return switch (state) {
      case HEAD, BODY -> isGreedy() ? Next.WRITABLE : Next.READABLE;
      case RESPOND, WRITE -> Next.WRITABLE;
      case CLOSED -> Next.CLOSED;
    };
  }

  /**
   * Reads what has arrived, without blocking and without doing anything about it: the reactor's
   * part, so that a worker is only asked where there is work.
   */
  Arrival receive() {
    try {
      input.refill();
      int n = input.read(channel);
      if (n == 0) {
        return Arrival.NOTHING;
      }
      ended = n < 0;
      if (ended && state == State.HEAD && input.isEmpty()) {
        close();
        return Arrival.CLOSED;
      }
      if (deadline.waitingFor() != Wait.HEAD) {
        deadline.clear(); // from here on the client waits for us; only a head must come as a whole
      }
      return Arrival.SOMETHING;
    } catch (IOException e) {
      LOG.debug("broken connection", e);
      abort();
      return Arrival.CLOSED;
    } catch (Throwable t) {
      LOG.error("closing a connection", t);
      abort();
      return Arrival.CLOSED;
    }
  }

  /**
   * Nobody has time for it: answers 503 and closes, at once and without blocking.
   *
   * @return false where a response is on its way, which a 503 would end up in the middle of; it is
   *     to be tried again later
   */
  boolean turnAway() {
    if (state == State.RESPOND || state == State.WRITE) {
      boolean hopeless = expired;
      if (hopeless) {
        abort();
      }
      return hopeless;
    }
    context.counters().overloads.increment(ServerCounters.Overload.EXECUTOR);
    release();
    state = State.CLOSED;
    context.connections().remove(this);
    context.lingerer().turnAway(channel);
    return true;
  }

  /** Ends it without ceremony, so that the client sees a reset and takes nothing for complete. */
  void abort() {
    if (state != State.CLOSED) {
      context.counters().aborted.increment();
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException e) {
        LOG.trace("already gone", e);
      }
      close();
    }
  }

  // ---- for the sweeper, at any time

  /** Ends the wait if it has taken too long. */
  void expire(long nowNanos) {
    Wait wait = deadline.takeExpired(nowNanos);
    if (wait != Wait.NOTHING) {
      context.counters().timeouts.increment(wait);
      expired = true;
      shutDown(wait);
    }
  }

  /** Ends the wait for another request, because the server stops. */
  void nudge() {
    if (deadline.waitingFor() == Wait.REQUEST) {
      shutDown(Wait.REQUEST);
    }
  }

  /** Ends every wait, because the server has waited long enough. */
  void force() {
    shutDown(Wait.WRITE);
  }

  /** Closes the socket under an owner who is stuck, or for one who will never come. */
  void sever() {
    closeChannel();
    context.connections().remove(this);
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

  // ---- the states; each step says whether the machine goes on

  private boolean step() throws IOException {
    return switch (state) {
      case HEAD -> head();
      case BODY -> body();
      case RESPOND -> respond();
      case WRITE -> write();
      case CLOSED -> false;
    };
  }

  private boolean head() throws IOException {
    return switch (parser.parse(input.array(), input.start(), input.end())) {
      case INCOMPLETE -> awaitMore();
      case REFUSED -> refuse(parser.refusal());
      case COMPLETE -> headComplete();
    };
  }

  private boolean headComplete() {
    Request request = parser.request();
    if (!request.hasBody()) {
      return handle();
    }
    body.begin(request);
    state = State.BODY;
    boolean arrived = input.end() > input.start() + parser.length();
    continueExpected = request.expectsContinue() && !arrived;
    return true;
  }

  private boolean body() throws IOException {
    int from = input.start() + parser.length();
    input.cut(from, body.consume(input.array(), from, input.end()));
    return switch (body.progress()) {
      case INCOMPLETE -> awaitMore();
      case REFUSED -> refuse(body.refusal());
      case COMPLETE -> handle();
    };
  }

  private boolean handle() {
    deadline.clear();
    fresh = false;
    Request request = parser.request();
    request.bind(input.array(), input.start());
    response = answer(request);
    boolean goesOn =
        request.persistent() && context.keepAlive() && !context.draining().getAsBoolean();
    if (!goesOn) {
      persistence = Persistence.CLOSE;
    } else if (request.version() == Version.HTTP_1_0) {
      persistence = Persistence.KEEP_ALIVE;
    } else {
      persistence = Persistence.IMPLICIT;
    }
    withContent = request.method() != Method.HEAD;
    input.consume(parser.length());
    parser.reset();
    unread = !input.isEmpty() || !input.drained();
    state = State.RESPOND;
    return true;
  }

  private Response answer(Request request) {
    try {
      return context.handler().handle(request);
    } catch (Exception e) {
      context.counters().handlerFailures.increment();
      LOG.warn("cannot serve {}", request.target(), e);
      return FAILED;
    } finally {
      // Left behind, it would close the next channel that this thread blocks on: this one, or, on
      // the accepting thread, the port.
      Thread.interrupted();
    }
  }

  private boolean respond() {
    Response next = response;
    if (next == null) {
      throw new IllegalStateException("no response");
    }
    if (output.isSealed() || !output.hasRoom(next.headLength())) {
      return startWrite(State.RESPOND);
    }
    output.add(next, context.date(), persistence, withContent);
    response = null;
    context.counters().responses.increment();
    responses++;
    if (persistence == Persistence.CLOSE) {
      return startWrite(State.CLOSED);
    }
    if (input.isEmpty() || output.isSealed()) {
      return startWrite(State.HEAD);
    }
    state = State.HEAD;
    return true;
  }

  private boolean startWrite(State then) {
    afterWrite = then;
    state = State.WRITE;
    return true;
  }

  private boolean write() throws IOException {
    for (int i = 0; blocking || i < MOST_WRITES; i++) {
      deadline.set(Wait.WRITE, context.clock().getAsLong() + context.writeNanos());
      switch (output.write(channel)) {
        case ALL -> {
          return written();
        }
        case SOME -> {}
        case BLOCKED -> {
          return false;
        }
      }
    }
    return false;
  }

  private boolean written() {
    if (afterWrite == State.CLOSED) {
      finish();
      return false;
    }
    deadline.clear();
    state = afterWrite;
    return true;
  }

  /** The machine needs bytes: sends what is ready first, then reads. */
  private boolean awaitMore() throws IOException {
    if (!output.isEmpty()) {
      return startWrite(state);
    }
    if (continueExpected) {
      continueExpected = false;
      output.add(CONTINUE);
      return startWrite(state);
    }
    if (ended) {
      return end();
    }
    if (!await()) {
      return false;
    }
    if (!blocking && (input.drained() || isGreedy())) {
      return false;
    }
    int n = input.read(channel);
    ended = n < 0;
    return n != 0;
  }

  /**
   * A client that pipelines faster than it is answered could keep a worker for ever. Such a
   * connection gets to the end of the line: it waits to become writable, which it is at once.
   */
  private boolean isGreedy() {
    return !blocking && responses >= MOST_RESPONSES && !input.drained();
  }

  /** Sets the deadline for the bytes that are missing; false if they are not waited for. */
  private boolean await() {
    if (state == State.BODY) {
      deadline.set(Wait.BODY, context.clock().getAsLong() + context.bodyNanos());
    } else if (!input.isEmpty()) {
      if (deadline.waitingFor() != Wait.HEAD) { // for the whole head, so only once
        deadline.set(Wait.HEAD, context.clock().getAsLong() + context.headNanos());
      }
    } else if (context.draining().getAsBoolean() && !fresh) {
      close();
      return false;
    } else { // the first request may be there already; if it is not, the sweeper ends the wait
      awaitRequest();
    }
    return true;
  }

  private void awaitRequest() {
    deadline.set(Wait.REQUEST, context.clock().getAsLong() + context.idleNanos());
  }

  /** The client sends no more, or was cut off by the sweeper. */
  private boolean end() {
    boolean inTheMiddle = state == State.BODY || !input.isEmpty();
    if (!inTheMiddle || !expired) {
      close();
      return false;
    }
    return last(TIMED_OUT);
  }

  private boolean refuse(Refusal refusal) {
    context.counters().refusals.increment(refusal);
    unread = true;
    return last(StatusText.of(refusal.status(), refusal.detail()));
  }

  private boolean last(Response response) {
    this.response = response;
    persistence = Persistence.CLOSE;
    withContent = state == State.HEAD || parser.request().method() != Method.HEAD;
    state = State.RESPOND;
    return true;
  }

  /** Closes after the last response, without destroying it on its way. */
  private void finish() {
    if (unread) {
      release();
      state = State.CLOSED;
      context.connections().remove(this);
      context.lingerer().linger(channel);
    } else {
      close();
    }
  }

  private void close() {
    state = State.CLOSED;
    release();
    closeChannel();
    context.connections().remove(this);
  }

  private void closeChannel() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("cannot close", e);
    }
  }

  private void release() {
    deadline.clear();
    output.release();
    Response unsent = response;
    response = null;
    if (unsent != null && unsent.body() instanceof Body.Transfer transfer) {
      Output.close(transfer);
    }
  }
}
