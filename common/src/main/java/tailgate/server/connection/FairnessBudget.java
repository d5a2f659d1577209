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
 *       connection goes to the end of the queue.
 *   <li>A blocking channel on a virtual thread shares a carrier, from which nobody takes the
 *       thread. When its budget is spent, it lets others run, and goes on.
 *   <li>A blocking channel on a platform thread shares a processor, and the kernel gives that to
 *       others in time. So its budget is unlimited.
 * </ul>
 *
 * <p>Confined to the owner of the connection.
 */
final class FairnessBudget {

  /** Writes in one call of {@link ResponseWriter#send}. */
  private static final int MAX_WRITES = 4;

  /**
   * Responses to pipelined requests in a turn, after which nothing more is read. This does not
   * bound the responses: requests that were read before are still answered.
   */
  private static final int MAX_RESPONSES = 256;

  /**
   * Bytes that a virtual thread moves in a turn, unless the responses end it: two of its largest
   * writes.
   */
  private static final int TURN_BYTES = 512 << 10;

  /** Turns that end with a yield before one ends with a wait. */
  private static final int YIELDS = 7;

  private final boolean blocking;

  /** Lets other virtual threads run; gets the number of the turn. */
  private final IntConsumer turnEnd;

  /** In this turn. */
  private int responses;

  /** Whether this is a virtual thread that blocks. */
  private boolean takesTurns;

  /** In this turn. The thread may have waited for some of them. */
  private long movedBytes;

  private int turns;

  FairnessBudget(boolean blocking) {
    this(blocking, FairnessBudget::letOthersRun);
  }

  /** With another way to let others run. */
  FairnessBudget(boolean blocking, IntConsumer turnEnd) {
    this.blocking = blocking;
    this.turnEnd = turnEnd;
  }

  void begin() {
    responses = 0;
    takesTurns = blocking && Thread.currentThread().isVirtual();
  }

  void responded() {
    responses++;
  }

  /** Whether nothing more may be read now, because a turn has had its responses. */
  boolean isSpent() {
    return !blocking && responses >= MAX_RESPONSES;
  }

  /** Whether there may be another write after so many. */
  boolean allowsWrite(int writes) {
    return blocking || writes < MAX_WRITES;
  }

  /**
   * So many bytes were read or written. Lets others run if that was a turn.
   *
   * @return whether they could run, so that time has passed in which this thread did nothing
   */
  boolean moved(long bytes) {
    if (!takesTurns) {
      return false;
    }
    movedBytes += bytes;
    if (movedBytes < TURN_BYTES && responses < MAX_RESPONSES) {
      return false;
    }
    movedBytes = 0;
    responses = 0;
    turnEnd.accept(++turns);
    return true;
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
