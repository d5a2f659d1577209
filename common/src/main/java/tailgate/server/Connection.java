package tailgate.server;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.http.Method;
import tailgate.http.Refusal;
import tailgate.http.Response;
import tailgate.http.Status;

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
 * <p>Not drawn: where HEAD or BODY need more bytes while something is ready to be sent (responses
 * to those that came before, or 100 (Continue)), they go through WRITE and back first.
 *
 * <p>{@link Inbox} makes the requests, {@link Outbox} the responses, {@link Patience} sees that
 * none takes for ever, {@link Exchange} tells observers how it went; this class is the order in
 * which they do.
 *
 * <p>{@link #proceed} runs the machine until it would block, and says what it waits for. On a
 * blocking channel it never has to wait, so it returns only when the connection is closed.
 *
 * <p><b>Who may touch it.</b> One thread at a time, whoever was handed it last; the hand-over
 * orders their memory. The exceptions are its {@link Patience}, which the sweeper uses at any time
 * to shut the socket down, and {@link #sever}.
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

  private static final Response TIMED_OUT =
      StatusText.of(Status.REQUEST_TIMEOUT, "The request took too long to arrive.");

  /** Writes to a non-blocking channel before others get their turn. */
  private static final int MOST_WRITES = 4;

  /** Pipelined requests on a non-blocking channel before others get their turn. */
  private static final int MOST_RESPONSES = 256;

  private final SocketChannel channel;
  private final boolean blocking;
  private final ConnectionContext context;
  private final Inbox inbox;
  private final Outbox outbox;
  private final Patience patience;
  private final Exchange exchange;

  private State state = State.HEAD;

  /** The state after WRITE; CLOSED where the response is the last. */
  private State afterWrite = State.HEAD;

  /** Whether no request has come yet. */
  private boolean fresh = true;

  /** Responses since {@link #proceed} was called. */
  private int responses;

  /** Whether the client may still be sending what nobody will read. */
  private boolean unread;

  Connection(SocketChannel channel, ConnectionContext context) {
    this.channel = channel;
    this.blocking = channel.isBlocking();
    this.context = context;
    this.inbox = new Inbox(channel, context.limits());
    this.exchange = new Exchange(channel, context.observation());
    this.outbox = new Outbox(context, blocking, exchange.timing());
    this.patience = new Patience(channel, context);
    if (blocking) {
      exchange.handedOver(exchange.now()); // next is the executor, which may let it wait
    } else { // a blocking one's client is not to blame for the wait for a thread
      patience.waitForRequest();
    }
  }

  SocketChannel channel() {
    return channel;
  }

  /** The sweeper's hold on it. */
  Patience patience() {
    return patience;
  }

  // ---- for the owner

  /** Goes on until it would block. Throws nothing: whatever goes wrong closes the connection. */
  Next proceed() {
    responses = 0;
    exchange.taken();
    try {
      boolean more = true;
      while (more) {
        more = step();
      }
    } catch (Throwable t) {
      fail(t);
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
      int n = inbox.readAgain();
      if (n == 0) {
        return Arrival.NOTHING;
      }
      context.counters().bytesReceived.add(Math.max(n, 0));
      if (inbox.ended() && state == State.HEAD && inbox.isEmpty()) {
        close();
        return Arrival.CLOSED;
      }
      patience.bytesArrived();
      return Arrival.SOMETHING;
    } catch (Throwable t) {
      fail(t);
      return Arrival.CLOSED;
    }
  }

  /** What was received was there at this time, and goes to a worker now. */
  void handOver(long nanos) {
    exchange.handedOver(nanos);
  }

  private void fail(Throwable t) {
    if (t instanceof IOException) {
      LOG.debug("broken connection", t);
    } else {
      LOG.error("closing a connection", t);
    }
    abort();
  }

  /**
   * Nobody has time for it: answers 503 and closes, at once and without blocking.
   *
   * @return false where a response is on its way, which a 503 would end up in the middle of; it is
   *     to be tried again later
   */
  boolean turnAway() {
    if (state == State.RESPOND || state == State.WRITE) {
      boolean hopeless = patience.ranOut();
      if (hopeless) {
        abort();
      }
      return hopeless;
    }
    exchange.turnedAway(context.refuse(channel, ServerCounters.Overload.EXECUTOR));
    leave();
    context.lingerer().linger(channel);
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

  // ---- for the one who stops the server, at any time

  /** Closes the socket under an owner who is stuck, or for one who will never come. */
  void sever() {
    closeChannel();
    context.connections().remove(this);
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
    return switch (inbox.head()) {
      case INCOMPLETE -> awaitMore();
      case REFUSED -> refuse(inbox.headRefusal());
      case COMPLETE -> headComplete();
    };
  }

  private boolean headComplete() {
    if (!inbox.hasBody()) {
      return handle();
    }
    inbox.beginBody();
    state = State.BODY;
    return true;
  }

  private boolean body() throws IOException {
    return switch (inbox.body()) {
      case INCOMPLETE -> awaitMore();
      case REFUSED -> refuse(inbox.bodyRefusal());
      case COMPLETE -> handle();
    };
  }

  private boolean handle() {
    patience.waitForNothing();
    fresh = false;
    exchange.begin();
    exchange.answered(inbox.request(), outbox.answer(inbox.request()));
    inbox.next();
    unread = !inbox.isEmpty() || !inbox.drained();
    state = State.RESPOND;
    return true;
  }

  private boolean respond() {
    if (!outbox.put()) {
      return startWrite(State.RESPOND);
    }
    responses++;
    if (outbox.isLast()) {
      return startWrite(State.CLOSED);
    }
    if (inbox.isEmpty() || outbox.isSealed()) {
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
      patience.waitForRoom();
      switch (outbox.write(channel, exchange)) {
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
    if (afterWrite != State.RESPOND) { // where the current response has not found room yet
      exchange.end();
    }
    if (afterWrite == State.CLOSED) {
      finish();
      return false;
    }
    patience.waitForNothing();
    state = afterWrite;
    return true;
  }

  /** The machine needs bytes: sends what is ready first, then reads. */
  private boolean awaitMore() throws IOException {
    if (!outbox.isEmpty()) {
      return startWrite(state);
    }
    if (inbox.takeContinueExpected()) {
      outbox.putContinue();
      return startWrite(state);
    }
    if (inbox.ended()) {
      return end();
    }
    if (!await()) {
      return false;
    }
    if (!blocking && (inbox.drained() || isGreedy())) {
      return false;
    }
    return read();
  }

  private boolean read() throws IOException {
    int n = inbox.read();
    exchange.bytesRead();
    context.counters().bytesReceived.add(Math.max(n, 0));
    return n != 0;
  }

  /**
   * A client that pipelines faster than it is answered could keep a worker for ever. Such a
   * connection gets to the end of the line: it waits to become writable, which it is at once.
   */
  private boolean isGreedy() {
    return !blocking && responses >= MOST_RESPONSES && !inbox.drained();
  }

  /** Sets the deadline for the bytes that are missing; false if they are not waited for. */
  private boolean await() {
    if (state == State.BODY) {
      patience.waitForBody();
    } else if (!inbox.isEmpty()) {
      patience.waitForHead();
    } else if (context.draining().getAsBoolean() && !fresh) {
      close();
      return false;
    } else { // the first request may be there already; if it is not, the sweeper ends the wait
      patience.waitForRequest();
    }
    return true;
  }

  /** The client sends no more, or was cut off by the sweeper. */
  private boolean end() {
    boolean inTheMiddle = state == State.BODY || !inbox.isEmpty();
    if (!inTheMiddle || !patience.ranOut()) {
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
    exchange.begin();
    boolean headWasWhole = state == State.BODY;
    boolean toHead = headWasWhole && inbox.request().method() == Method.HEAD;
    Response sent = outbox.last(response, !toHead);
    if (headWasWhole) {
      exchange.answered(inbox.request(), sent);
    } else {
      inbox.lendFirstLine((bytes, from, to) -> exchange.refused(sent, bytes, from, to));
    }
    state = State.RESPOND;
    return true;
  }

  /** Closes after the last response, without destroying it on its way. */
  private void finish() {
    if (unread) {
      leave();
      context.lingerer().linger(channel);
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
    state = State.CLOSED;
    patience.waitForNothing();
    long unsent = outbox.unsentBytes();
    outbox.release();
    exchange.close(unsent); // before the stopping server can believe that all is over
    context.connections().remove(this);
  }
}
