package tailgate.server.connection;

import java.util.concurrent.locks.LockSupport;

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
   * Responses to pipelined requests, after which nothing more is read. This does not bound the
   * responses: requests that were read before are still answered.
   */
  private static final int MAX_RESPONSES = 256;

  /** Bytes that a virtual thread moves in a turn: eight writes on a blocking channel. */
  private static final int TURN_BYTES = 512 << 10;

  /** Turns that end with a yield before one ends with a wait. */
  private static final int YIELDS = 7;

  private final boolean blocking;

  /** Responses since the budget began. */
  private int responses;

  /** Whether this is a virtual thread that blocks. */
  private boolean takesTurns;

  /** In this turn. The thread may have waited for some of them. */
  private long movedBytes;

  private int turns;

  FairnessBudget(boolean blocking) {
    this.blocking = blocking;
  }

  void begin() {
    responses = 0;
    takesTurns = blocking && Thread.currentThread().isVirtual();
  }

  void responded() {
    responses++;
  }

  /** Whether nothing more may be read now, because the limit of responses is reached. */
  boolean isSpent() {
    return !blocking && responses >= MAX_RESPONSES;
  }

  /** Whether there may be another write after so many. */
  boolean allowsWrite(int writes) {
    return blocking || writes < MAX_WRITES;
  }

  /** So many bytes were read or written. Lets others run if that was a turn. */
  void moved(long bytes) {
    if (takesTurns) {
      movedBytes += bytes;
      if (movedBytes >= TURN_BYTES) {
        movedBytes = 0;
        endTurn();
      }
    }
  }

  /**
   * A thread that yields goes to the end of its carrier's own queue. The carrier takes new threads
   * from another queue when its own is empty, and two threads that always yield keep it from that.
   * A thread that waits, however shortly, is put into that other queue, and stays there.
   */
  @SuppressWarnings("ThreadPriorityCheck") // it is about others, and nothing is wrong if none runs
  private void endTurn() {
    if (++turns % (YIELDS + 1) == 0) {
      LockSupport.parkNanos(1);
    } else {
      Thread.yield();
    }
  }
}
