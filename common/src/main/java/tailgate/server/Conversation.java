package tailgate.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;
import tailgate.http.Refusal;
import tailgate.server.Connection.Arrival;
import tailgate.server.Connection.Next;

/**
 * What a client and the server say on a connection, and in which order: the protocol's state
 * machine, the same for blocking and non-blocking channels.
 *
 * <pre>
 *             whole head                whole body             handler
 *   HEAD ------------------> BODY ---------------------> ... ---------> RESPOND
 *    ^  \  (no body: straight to the handler)                            |   |
 *    |   \                                                    no room or |   | another request
 *    |    \ refused, timed out: RESPOND, then over          nothing more |   | is waiting:
 *    |     \                                                     to read |   | pipelining
 *    |      +--> OVER <------------- last response ------+               v   |
 *    +---------------------- all sent --------------- WRITE <------------+   |
 *    +-----------------------------------------------------------------------+
 * </pre>
 *
 * <p>Not drawn: where HEAD or BODY need more bytes while something is ready to be sent (responses
 * to those that came before, or 100 (Continue)), they go through WRITE and back first.
 *
 * <p>{@link Intake} fills the {@link Inbox}, which makes the requests; {@link Answering} fills the
 * {@link Outbox}, which sends the responses; {@link Patience} sees that no wait is for ever, {@link
 * Turn} that others get theirs, and {@link Exchange} tells observers how it went. This class is the
 * order in which they do.
 *
 * <p>Confined to the owner of the connection.
 */
final class Conversation {

  private enum State {
    HEAD,
    BODY,
    RESPOND,
    WRITE,
    OVER
  }

  private final BooleanSupplier draining;
  private final Inbox inbox;
  private final Intake intake;
  private final Outbox outbox;
  private final Answering answering;
  private final Patience patience;
  private final Exchange exchange;
  private final Turn turn;

  private State state = State.HEAD;

  /** The state after WRITE; OVER where the response is the last. */
  private State afterWrite = State.HEAD;

  /** Whether no request has come yet. */
  private boolean fresh = true;

  /** Whether the client may still be sending what nobody will read. */
  private boolean unread;

  Conversation(
      SocketChannel channel, ConnectionContext context, Patience patience, Exchange exchange) {
    boolean blocking = channel.isBlocking();
    this.draining = context.draining();
    this.inbox = new Inbox(channel, context.limits());
    this.intake = new Intake(inbox, blocking, patience, exchange, context.counters());
    this.outbox = new Outbox(channel, context, patience, exchange);
    this.answering = new Answering(context, inbox, outbox, exchange);
    this.patience = patience;
    this.exchange = exchange;
    this.turn = new Turn(blocking);
  }

  // ---- for the connection

  /** Goes on until it would block, and says what it waits for. */
  Next proceed() throws IOException {
    turn.begin();
    while (step()) {
      // goes on
    }
    return switch (state) {
      case HEAD, BODY -> intake.isDry() || turn.allowsRead() ? Next.READABLE : Next.WRITABLE;
      case RESPOND, WRITE -> Next.WRITABLE;
      case OVER -> Next.CLOSED;
    };
  }

  /** Takes in what has arrived, and does nothing about it. */
  Arrival receive() throws IOException {
    if (!intake.receive()) {
      return Arrival.NOTHING;
    }
    if (inbox.ended() && isBetweenRequests()) {
      over(false);
      return Arrival.CLOSED;
    }
    patience.bytesArrived();
    return Arrival.SOMETHING;
  }

  /** Whether a response is on its way. */
  boolean isAnswering() {
    return state == State.RESPOND || state == State.WRITE;
  }

  boolean isOver() {
    return state == State.OVER;
  }

  /** Once it is over: whether the client may still be sending what nobody will read. */
  boolean leavesUnread() {
    return unread;
  }

  /** Ends it wherever it is: what was to be sent is forgotten. */
  void breakOff() {
    state = State.OVER;
    patience.waitForNothing();
    long unsent = outbox.unsentBytes();
    outbox.release();
    exchange.close(unsent);
  }

  // ---- the states; each step says whether the machine goes on

  private boolean step() throws IOException {
    return switch (state) {
      case HEAD -> head();
      case BODY -> body();
      case RESPOND -> respond();
      case WRITE -> write();
      case OVER -> false;
    };
  }

  private boolean head() throws IOException {
    return switch (inbox.head()) {
      case INCOMPLETE -> awaitMore();
      case REFUSED -> refuse(inbox.headRefusal());
      case COMPLETE -> inbox.hasBody() ? startBody() : handle();
    };
  }

  private boolean startBody() {
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

  /** HEAD or BODY needs bytes: sends what is ready first, then reads. */
  private boolean awaitMore() throws IOException {
    if (!outbox.isEmpty()) {
      return startWrite(state);
    }
    if (inbox.takeContinueExpected()) {
      outbox.putContinue();
      return startWrite(state);
    }
    if (inbox.ended()) {
      return inputEnded();
    }
    if (isBetweenRequests() && !fresh && draining.getAsBoolean()) {
      return over(false);
    }
    intake.await(state == State.BODY);
    return !intake.isDry() && turn.allowsRead() && intake.read();
  }

  private boolean isBetweenRequests() {
    return state == State.HEAD && inbox.isEmpty();
  }

  /** The client sends no more, or was cut off by the sweeper. */
  private boolean inputEnded() {
    if (isBetweenRequests() || !patience.ranOut()) {
      return over(false);
    }
    answering.timeOut(state == State.BODY);
    return startRespond();
  }

  private boolean refuse(Refusal refusal) {
    unread = true;
    answering.refuse(refusal, state == State.BODY);
    return startRespond();
  }

  private boolean handle() {
    patience.waitForNothing();
    fresh = false;
    answering.answer();
    inbox.next();
    unread = !inbox.isEmpty() || !inbox.drained();
    return startRespond();
  }

  private boolean startRespond() {
    state = State.RESPOND;
    return true;
  }

  private boolean respond() {
    if (!outbox.put()) {
      return startWrite(State.RESPOND);
    }
    turn.responded();
    if (outbox.isLast()) {
      return startWrite(State.OVER);
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
    return outbox.send(turn) && written();
  }

  private boolean written() {
    if (afterWrite != State.RESPOND) { // where the current response has not found room yet
      exchange.end();
    }
    if (afterWrite == State.OVER) {
      return over(unread);
    }
    patience.waitForNothing();
    state = afterWrite;
    return true;
  }

  private boolean over(boolean leavesUnread) {
    unread = leavesUnread;
    state = State.OVER;
    return false;
  }
}
