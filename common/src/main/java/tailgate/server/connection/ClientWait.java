package tailgate.server.connection;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection's wait for its client. Several threads may end it: the sweeper, the thread that
 * stops the server, and threads that need the connection's permit or its memory. The reasons:
 *
 * <pre>
 *   the deadline has passed
 *   the server stops, and the client has not asked for anything, or the time is up
 *   another client needs the place, and this one is idle
 *   other requests need the memory, and this one is unfinished
 * </pre>
 *
 * <p>On a blocking channel the wait is ended here, by shutting the socket down. On a channel that a
 * reactor watches, the reactor is told, and looks for bytes first. Thread-safe.
 */
public final class ClientWait {

  /** What watches a connection while it waits for its client. */
  public interface Watcher {

    /**
     * Tells that the wait has to end. Called by other threads, perhaps several times. The watcher
     * looks for bytes once more. If there are none and {@link Connection#isOverdue} is still true,
     * it ends the wait with {@link Connection#endWait}.
     */
    void overdue();
  }

  /** A client that has been idle for less may be about to send its next request. */
  static final long LEAST_IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final boolean blocking;
  private final ConnectionDeadline deadline;
  private final StopPhase stop;

  /** Volatile: set once by the reactor, read by others; null on a blocking channel. */
  private volatile @Nullable Watcher watcher;

  /** Whether to end it as soon as the client is idle. Volatile: written by all threads. */
  private volatile boolean placeNeeded;

  /** Whether to end an unfinished request. Volatile: written by all threads. */
  private volatile boolean memoryNeeded;

  ClientWait(boolean blocking, ConnectionDeadline deadline, StopPhase stop) {
    this.blocking = blocking;
    this.deadline = deadline;
    this.stop = stop;
  }

  void watchedBy(Watcher itsWatcher) {
    watcher = itsWatcher;
  }

  /** Forgets the reasons to end the wait, because it has ended by itself. */
  void spare() {
    placeNeeded = false;
    memoryNeeded = false;
  }

  /** Whether it has to end now. */
  boolean isOverdue() {
    long idle = deadline.idleNanos();
    return stop.isForced()
        || deadline.isOver()
        || stop.endsUnasked(deadline.unaskedNanos())
        || (placeNeeded && idle >= LEAST_IDLE_NANOS)
        || (memoryNeeded && deadline.unfinishedNanos() >= 0);
  }

  /** Whether an unfinished request has to end because of its memory. */
  boolean isMemoryNeeded() {
    return memoryNeeded;
  }

  /** How long the client has not had a request; negative if it has one. */
  long idleNanos() {
    return deadline.idleNanos();
  }

  /**
   * Returns {@link #idleNanos}; also negative once it is to be ended because its place is needed.
   */
  long evictableNanos() {
    return placeNeeded ? -1 : deadline.idleNanos();
  }

  /** How long the client has been sending a request; negative if it is not. */
  long unfinishedNanos() {
    return deadline.unfinishedNanos();
  }

  /** Adds its deadline if the client may be slow to take a response. */
  void addIfSlow(Collection<ConnectionDeadline> slow) {
    if (deadline.isSlow()) {
      slow.add(deadline);
    }
  }

  /** Ends it if it has to end. */
  void sweep() {
    Watcher itsWatcher = watcher;
    if (itsWatcher != null) {
      if (isOverdue()) {
        itsWatcher.overdue();
      }
    } else if (blocking) {
      sweepBlocking();
    }
  }

  private void sweepBlocking() {
    deadline.expire();
    if (stop.isForced()) {
      deadline.force();
    } else if (stop.endsUnasked(deadline.unaskedNanos())) {
      deadline.endUnaskedWait();
    }
  }

  /** Ends it because the client is idle and its place is needed. */
  void endForPlace() {
    Watcher itsWatcher = watcher;
    if (itsWatcher != null) {
      placeNeeded = true;
      itsWatcher.overdue();
    } else {
      deadline.endIdleWait();
    }
  }

  /** Ends it because its memory is needed; if its request is not finished, it gets a 503. */
  void endForMemory() {
    memoryNeeded = true;
    Watcher itsWatcher = watcher;
    if (itsWatcher != null) {
      itsWatcher.overdue();
    } else {
      deadline.endUnfinishedWait();
    }
  }
}
