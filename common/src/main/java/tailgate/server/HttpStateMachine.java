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
 * <p>{@link Intake} fills the {@link RequestReader}, which makes the requests; {@link
 * RequestProcessor} fills the {@link ResponseWriter}, which sends the responses; {@link
 * ConnectionDeadline} sees that no wait is for ever, {@link FairnessBudget} that others get theirs,
 * and {@link RequestTiming} tells observers how it went. This class is the order in which they do.
 *
 * <p>Confined to the owner of the connection.
 */
final class HttpStateMachine {

  private enum State {
    HEAD,
    BODY,
    RESPOND,
    WRITE,
    OVER
  }

  private final BooleanSupplier draining;
  private final RequestReader reader;
  private final Intake intake;
  private final ResponseWriter writer;
  private final RequestProcessor processor;
  private final ConnectionDeadline deadline;
  private final RequestTiming timing;
  private final FairnessBudget budget;

  private State state = State.HEAD;

  /** The state after WRITE; OVER where the response is the last. */
  private State afterWrite = State.HEAD;

  /** Whether no request has come yet. */
  private boolean fresh = true;

  /** Whether the client may still be sending what nobody will read. */
  private boolean unread;

  HttpStateMachine(
      SocketChannel channel,
      ConnectionContext context,
      ConnectionDeadline deadline,
      RequestTiming timing) {
    boolean blocking = channel.isBlocking();
    this.draining = context.draining();
    this.reader = new RequestReader(channel, context.limits());
    this.intake = new Intake(reader, blocking, deadline, timing, context.counters());
    this.writer = new ResponseWriter(channel, context, deadline, timing);
    this.processor = new RequestProcessor(context, reader, writer, timing);
    this.deadline = deadline;
    this.timing = timing;
    this.budget = new FairnessBudget(blocking);
  }

  // ---- for the connection

  /** Goes on until it would block, and says what it waits for. */
  Next proceed() throws IOException {
    budget.begin();
    while (step()) {
      // goes on
    }
    return switch (state) {
      case HEAD, BODY -> intake.isDry() || budget.allowsRead() ? Next.READABLE : Next.WRITABLE;
      case RESPOND, WRITE -> Next.WRITABLE;
      case OVER -> Next.CLOSED;
    };
  }

  /** Takes in what has arrived, and does nothing about it. */
  Arrival receive() throws IOException {
    if (!intake.receive()) {
      return Arrival.NOTHING;
    }
    if (reader.ended() && isBetweenRequests()) {
      over(false);
      return Arrival.CLOSED;
    }
    deadline.bytesArrived();
    return Arrival.SOMETHING;
  }

  /** Whether a response is on its way. */
  boolean isResponding() {
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
  void abandon() {
    state = State.OVER;
    deadline.waitForNothing();
    long unsent = writer.unsentBytes();
    writer.release();
    timing.close(unsent);
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
    return switch (reader.head()) {
      case INCOMPLETE -> awaitMore();
      case REFUSED -> refuse(reader.headRefusal());
      case COMPLETE -> reader.hasBody() ? startBody() : handle();
    };
  }

  private boolean startBody() {
    reader.beginBody();
    state = State.BODY;
    return true;
  }

  private boolean body() throws IOException {
    return switch (reader.body()) {
      case INCOMPLETE -> awaitMore();
      case REFUSED -> refuse(reader.bodyRefusal());
      case COMPLETE -> handle();
    };
  }

  /** HEAD or BODY needs bytes: sends what is ready first, then reads. */
  private boolean awaitMore() throws IOException {
    if (!writer.isEmpty()) {
      return startWrite(state);
    }
    if (reader.takeContinueExpected()) {
      writer.putContinue();
      return startWrite(state);
    }
    if (reader.ended()) {
      return inputEnded();
    }
    if (isBetweenRequests() && !fresh && draining.getAsBoolean()) {
      return over(false);
    }
    intake.await(state == State.BODY);
    return !intake.isDry() && budget.allowsRead() && intake.read();
  }

  private boolean isBetweenRequests() {
    return state == State.HEAD && reader.isEmpty();
  }

  /** The client sends no more, or was cut off by the sweeper. */
  private boolean inputEnded() {
    if (isBetweenRequests() || !deadline.ranOut()) {
      return over(false);
    }
    processor.timeOut(state == State.BODY);
    return startRespond();
  }

  private boolean refuse(Refusal refusal) {
    unread = true;
    processor.refuse(refusal, state == State.BODY);
    return startRespond();
  }

  private boolean handle() {
    deadline.waitForNothing();
    fresh = false;
    processor.answer();
    reader.next();
    unread = !reader.isEmpty() || !reader.drained();
    return startRespond();
  }

  private boolean startRespond() {
    state = State.RESPOND;
    return true;
  }

  private boolean respond() {
    if (!writer.put()) {
      return startWrite(State.RESPOND);
    }
    budget.responded();
    if (writer.isLast()) {
      return startWrite(State.OVER);
    }
    if (reader.isEmpty() || writer.isSealed()) {
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
    return writer.send(budget) && written();
  }

  private boolean written() {
    if (afterWrite != State.RESPOND) { // where the current response has not found room yet
      timing.end();
    }
    if (afterWrite == State.OVER) {
      return over(unread);
    }
    deadline.waitForNothing();
    state = afterWrite;
    return true;
  }

  private boolean over(boolean leavesUnread) {
    unread = leavesUnread;
    state = State.OVER;
    return false;
  }
}
