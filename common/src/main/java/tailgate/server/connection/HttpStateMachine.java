package tailgate.server.connection;

import java.io.IOException;
import java.nio.channels.InterruptedByTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import tailgate.http.DeferredResponse;
import tailgate.server.observe.RequestTiming;

/**
 * The protocol's state machine on one connection, the same for blocking and non-blocking channels.
 *
 * <pre>
 *             request complete, refused or timed out
 *   READ ---------------------------------------------> RESPOND
 *    ^ | ^                                               |  |  ^
 *    | | +-- in the buffer, and another request is ------+  |  | all is sent
 *    | |     there already (pipelining), and prompt         |  |
 *    | |                             in the buffer; no room |  |
 *    | |                                                    v  |
 *    +-|---------------------- all is sent --------------- WRITE
 *      |                                                    |
 *      +-- the client has ended --> OVER <-- last response -+
 * </pre>
 *
 * <p>If the handler defers the response, the machine goes from READ to AWAIT instead of RESPOND,
 * and on when the work is done, as if the handler had answered then. Meanwhile it reads nothing,
 * and no deadline runs.
 *
 * <p>Not drawn: if READ needs more bytes while something is ready to be sent (responses to earlier
 * requests, or 100 (Continue)), it goes through WRITE and back first. So does AWAIT. If the budget
 * is spent and the next request is there, READ goes through TURN and back.
 *
 * <p>The {@link RequestReader} makes the requests, the {@link RequestProcessor} finds the
 * responses, the {@link ResponseWriter} sends them. The {@link ConnectionDeadline} limits each wait
 * for the client, the {@link FairnessBudget} what others wait for, and {@link RequestTiming}
 * notifies observers. This class decides in which order they act.
 *
 * <p>Confined to the owner of the connection. Tests: ConnectionTest (whole and byte by byte, full
 * sockets, timeouts), PipelineTest, TurnsOfVirtualThreadsTest, RequestTimingTest (what observers
 * see), and on real sockets MessageContract, AdversityContract and LastResponseContract.
 */
final class HttpStateMachine {

  private enum State {
    /** A request is being read. */
    READ,
    /**
     * There is a response. Between steps, the machine is in this state only while the response
     * waits for room in the buffer.
     */
    RESPOND,
    /** Another thread does work without which there is no response. */
    AWAIT,
    /** The buffer is being sent. */
    WRITE,
    /** All is sent, and there is more in the buffer. Others have their turn before it. */
    TURN,
    OVER
  }

  private final boolean blocking;
  private final RequestProcessor processor;
  private final RequestReader reader;
  private final ResponseWriter writer;
  private final ConnectionDeadline deadline;
  private final RequestTiming timing;
  private final FairnessBudget budget;

  private State state = State.READ;

  /** The state after WRITE; OVER if the response is the last. */
  private State afterWrite = State.READ;

  /** Whether the reader has bytes, or the end, that were not parsed yet. */
  private boolean unparsed;

  /**
   * Whether the client may still be sending bytes that nobody will read. Then the connection ends
   * with a {@link LingeringClose}.
   */
  private boolean unread;

  /** Whether this server has ended it in the middle of a request. */
  private boolean leavesRequest;

  /** Whether this server has ended it while it had no request, but perhaps half a head. */
  private boolean leavesUnasked;

  HttpStateMachine(
      SocketChannel channel,
      ConnectionContext context,
      ConnectionDeadline deadline,
      RequestTiming timing) {
    this.blocking = channel.isBlocking();
    this.processor = context.processor();
    this.reader =
        new RequestReader(channel, context.reading(), context.counters(), deadline, timing);
    this.writer =
        new ResponseWriter(channel, context.writing(), context.counters(), deadline, timing);
    this.deadline = deadline;
    this.timing = timing;
    this.budget = new FairnessBudget(blocking, !processor.mayTakeLong());
  }

  // ---- for the connection

  /** Continues until it would block, and returns what it waits for. */
  Interest proceed() throws IOException {
    budget.begin();
    while (step()) {
      // next step
    }
    return switch (state) {
      case READ -> Interest.READ;
      // TURN too: the socket usually has room, so the reactor dispatches the connection again soon,
      // after those that wait already.
      case RESPOND, WRITE, TURN -> Interest.WRITE;
      case AWAIT -> Interest.WORK;
      case OVER -> Interest.NONE;
    };
  }

  /** Runs {@code action} when the work is done that it waits for: here, or on another thread. */
  void whenWorkDone(Runnable action) {
    awaited().whenDone(action);
  }

  private DeferredResponse awaited() {
    return Objects.requireNonNull(writer.deferred(), "no work");
  }

  /** Reads what has arrived, and does not act on it. */
  Arrival receive() throws IOException {
    if (!reader.receive()) {
      return Arrival.NOTHING;
    }
    if (reader.ended() && isBetweenRequests()) {
      over(false);
      return Arrival.CLOSED;
    }
    unparsed = true;
    return Arrival.SOMETHING;
  }

  /** The socket has room again, and a worker will use it: from here on the client waits. */
  void roomFound() {
    deadline.pause();
  }

  /**
   * Ends a wait for the client. The reactor calls this, after it has looked for bytes in vain.
   *
   * @return SOMETHING if there is a 408 to send, CLOSED if it is over
   * @throws InterruptedByTimeoutException if a response is being sent, which cannot be completed,
   *     or the client does not take those that were sent
   */
  Arrival endWait() throws InterruptedByTimeoutException {
    deadline.giveUp();
    if (awaitsRoom()) {
      throw new InterruptedByTimeoutException();
    }
    if (deadline.ranOut() && !isBetweenRequests()) {
      return Arrival.SOMETHING;
    }
    endWithoutResponse(true);
    return Arrival.CLOSED;
  }

  /** Whether a request is being answered: its response is being made or sent. */
  boolean isResponding() {
    return state == State.AWAIT || isSending();
  }

  private boolean isSending() {
    return state == State.RESPOND || state == State.WRITE;
  }

  /** Whether it waits until the client has taken what was sent. */
  boolean awaitsRoom() {
    return isSending() || state == State.TURN;
  }

  /** Once it is over: whether the client may still be sending bytes that nobody will read. */
  boolean leavesUnread() {
    return unread;
  }

  /** Once it is over: whether this server has ended it in the middle of a request. */
  boolean leavesRequest() {
    return leavesRequest;
  }

  /** Once it is over: whether this server has ended it before a request, or in its head. */
  boolean leavesUnasked() {
    return leavesUnasked;
  }

  /** Memory that an unfinished request holds. Other threads may get an old value. */
  int heldBytes() {
    return reader.heldBytes();
  }

  /** Ends it in any state: what was to be sent is dropped. */
  void abandon() {
    state = State.OVER;
    deadline.waitForNothing();
    reader.release();
    long unsent = writer.unsentBytes();
    writer.release();
    timing.close(unsent);
  }

  // ---- the states; each step returns whether the machine continues

  private boolean step() throws IOException {
    return switch (state) {
      case READ -> read();
      case RESPOND -> respond();
      case AWAIT -> await();
      case WRITE -> write();
      case TURN -> beginTurn();
      case OVER -> false;
    };
  }

  private boolean read() throws IOException {
    if (unparsed) {
      return budget.isSpent() ? endTurn() : parse();
    }
    return awaitBytes();
  }

  /** Lets others come before the next request, which is there. Nothing is left to be sent. */
  private boolean endTurn() {
    deadline.waitForRoom(writer.sentBytes());
    timing.turnEnded();
    state = State.TURN;
    return false;
  }

  private boolean beginTurn() {
    deadline.waitForNothing();
    timing.turnBegun();
    state = State.READ;
    return true;
  }

  private boolean parse() throws IOException {
    return switch (reader.parse()) {
      case INCOMPLETE -> awaitMore();
      case REFUSED -> refuse();
      case COMPLETE -> process();
    };
  }

  /** The request needs bytes: sends what is ready first. */
  private boolean awaitMore() throws IOException {
    unparsed = false;
    return writer.isEmpty() ? awaitBytes() : startWrite(State.READ);
  }

  private boolean awaitBytes() throws IOException {
    if (reader.ended() || deadline.ranOut()) {
      return inputEnded();
    }
    if (reader.takeContinueExpected()) {
      writer.putContinue();
      return startWrite(State.READ);
    }
    unparsed = reader.read(budget);
    return unparsed;
  }

  private boolean isBetweenRequests() {
    return state == State.READ && reader.isIdle();
  }

  /** The client sends no more, or this server has ended the wait. */
  private boolean inputEnded() {
    if (isBetweenRequests() || !deadline.ranOut()) {
      return endWithoutResponse(deadline.isShutDown());
    }
    unread = true;
    deadline.waitForNothing();
    return responded(processor.timeOut(reader, writer, timing));
  }

  private boolean endWithoutResponse(boolean byServer) {
    leavesUnasked = byServer && !reader.inBody();
    leavesRequest = byServer && !isBetweenRequests();
    return over(byServer && reader.inBody());
  }

  /** Answers a request that the parser has refused, with 4xx or 5xx. For the 503 see Connection. */
  private boolean refuse() {
    unread = true;
    deadline.waitForNothing();
    return responded(processor.refuse(reader, writer, timing));
  }

  private boolean process() {
    deadline.waitForNothing();
    return processed(processor.process(reader, writer, timing));
  }

  /** Goes on once the work is done; a thread that serves this connection only waits for that. */
  private boolean await() {
    return (blocking || awaited().isDone())
        && processed(processor.resume(awaited(), reader, writer, timing));
  }

  private boolean processed(boolean placed) {
    if (!placed && writer.deferred() != null) {
      return startWrite(State.AWAIT);
    }
    // The client wanted to keep the connection, and this server ends it: the client's next request
    // may be on its way.
    boolean unexpected = writer.isLast() && reader.request().persistent();
    unparsed = reader.next();
    unread = unexpected || reader.mayHaveMore();
    return responded(placed);
  }

  private boolean responded(boolean placed) {
    return placed ? placed() : startWrite(State.RESPOND);
  }

  private boolean respond() {
    return responded(writer.putWaiting());
  }

  /** The response is in the buffer. It is sent at once, unless another will soon go with it. */
  private boolean placed() {
    budget.responded();
    if (writer.isLast()) {
      return startWrite(State.OVER);
    }
    if (!unparsed || writer.isSealed() || processor.mayTakeLong() || budget.isSpent()) {
      return startWrite(State.READ);
    }
    state = State.READ;
    return true;
  }

  private boolean startWrite(State then) {
    afterWrite = then;
    state = State.WRITE;
    return true;
  }

  private boolean write() throws IOException {
    if (!writer.send(budget)) {
      return false;
    }
    if (afterWrite == State.OVER) {
      return over(unread || writer.tookLong() || reader.finds());
    }
    state = afterWrite;
    if (unparsed && budget.endsTurnBeforeNext()) { // else a read comes next
      budget.endTurn();
      timing.waited();
    }
    return true;
  }

  private boolean over(boolean leavesUnread) {
    unread = leavesUnread;
    state = State.OVER;
    return false;
  }
}
