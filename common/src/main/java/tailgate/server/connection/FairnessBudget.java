package tailgate.server.connection;

import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * How much one connection may do before other connections are served. A client that pipelines
 * faster than it is answered, or that takes a large file as fast as it is read, could otherwise
 * keep its thread, or what runs its thread, forever.
 *
 * <ul>
 *   <li>A non-blocking channel shares its thread with others. When its budget is spent, the
 *       connection goes to the end of the queue, with the requests that were read already.
 *   <li>A blocking channel on a virtual thread shares a carrier, from which nobody takes the
 *       thread. When its budget is spent, and it has not waited meanwhile, it lets others run, and
 *       goes on.
 *   <li>A blocking channel on a platform thread shares a processor, and the kernel gives that to
 *       others in time. So its budget is unlimited.
 * </ul>
 *
 * <p>If a request may take long, a turn has only one of those that were read together. On a virtual
 * thread, one that is in the socket only when it is read next belongs to the turn: the client may
 * have waited for its response, and others kept the processor from this thread meanwhile.
 *
 * <p>Confined to the owner of the connection.
 */
final class FairnessBudget {

  /** Writes in one call of {@link ResponseWriter#send}. */
  private static final int MAX_WRITES = 4;

  /** Responses in a turn, if none takes long. */
  private static final int MAX_RESPONSES = 256;

  /**
   * Bytes after which a virtual thread lets others run in the middle of a response: two of its
   * largest writes.
   */
  private static final int TURN_BYTES = 512 << 10;

  /** Bytes after which it does so elsewhere, so that a small response has no pause in it. */
  private static final int TURN_BYTES_BEFORE_RESPONSE = TURN_BYTES / 2;

  /**
   * How often in a row a thread whose turn is over goes on without a wait before it lets others
   * run. One that waits for most of its requests also finds some that are there already, because
   * others kept the processor from it.
   */
  private static final int TIMES_WITHOUT_WAIT = 8;

  /** Turns that end with a yield before one ends with a wait. */
  private static final int YIELDS = 7;

  private final boolean blocking;

  /** Whether no request takes long. */
  private final boolean prompt;

  /** Lets other virtual threads run; gets the number of the turn. */
  private final IntConsumer turnEnd;

  /** The number of responses in this turn. */
  private int responses;

  /** Whether this is a virtual thread that blocks. */
  private boolean takesTurns;

  /** Bytes moved in this turn. The thread may have waited for room for some of them. */
  private long movedBytes;

  /** How often in a row there was no wait, since the turn is over. */
  private int timesWithoutWait;

  private int turns;

  /** Creates a budget for a channel that blocks or not, and requests that are prompt or not. */
  FairnessBudget(boolean blocking, boolean prompt) {
    this(blocking, prompt, FairnessBudget::letOthersRun);
  }

  /** Creates a budget with another way to let others run. */
  FairnessBudget(boolean blocking, boolean prompt, IntConsumer turnEnd) {
    this.blocking = blocking;
    this.prompt = prompt;
    this.turnEnd = turnEnd;
  }

  void begin() {
    responses = 0;
    takesTurns = blocking && Thread.currentThread().isVirtual();
  }

  void responded() {
    responses++;
  }

  /** Whether others come before the next request, because a turn has had its responses. */
  boolean isSpent() {
    return !blocking && responses >= (prompt ? MAX_RESPONSES : 1);
  }

  /** Whether there may be another write after so many. */
  boolean allowsWrite(int writes) {
    return blocking || writes < MAX_WRITES;
  }

  /** Counts so many bytes that were read or written. */
  void moved(long bytes) {
    movedBytes += bytes;
  }

  /** Whether a virtual thread lets others run before a request that it has read already. */
  boolean endsTurnBeforeNext() {
    return takesTurns && (!prompt || (isTurnOver() && endsTurn(true)));
  }

  /** Whether others have waited for a turn, unless this thread has waited meanwhile as well. */
  boolean isTurnOver() {
    return takesTurns && (movedBytes >= TURN_BYTES_BEFORE_RESPONSE || responses >= MAX_RESPONSES);
  }

  /**
   * Whether such a turn ends with the next request. Others run while a thread waits. To let them
   * run once more costs a client much, because the thread may be put where the carriers look last.
   *
   * @param found whether there is something of the request already; else the thread will wait
   */
  boolean endsTurn(boolean found) {
    if (!found) {
      beginTurn();
      return false;
    }
    timesWithoutWait++;
    return timesWithoutWait >= TIMES_WITHOUT_WAIT;
  }

  /** Whether a turn is over in the middle of a response. */
  boolean isTurnOverInResponse() {
    return takesTurns && movedBytes >= TURN_BYTES;
  }

  private void beginTurn() {
    movedBytes = 0;
    responses = 0;
    timesWithoutWait = 0;
  }

  /** Lets others run. */
  void endTurn() {
    beginTurn();
    turnEnd.accept(++turns);
  }

  /**
   * A thread that yields may be back in its carrier's own queue at once. A carrier takes new
   * threads from another queue when its own is empty, and two threads that always yield can keep it
   * from that. A thread that waits, however shortly, is in no queue meanwhile.
   */
  @SuppressWarnings("ThreadPriorityCheck") // it is about others, and nothing is wrong if none runs
  private static void letOthersRun(int turn) {
    if (turn % (YIELDS + 1) == 0) {
      LockSupport.parkNanos(1);
    } else {
      Thread.yield();
    }
  }
}
