package tailgate.server.listen;

import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tailgate.queue.Lateness;
import tailgate.queue.Refusable;
import tailgate.server.connection.ClientWait;
import tailgate.server.connection.Connection;
import tailgate.server.connection.Interest;

/**
 * The state of one connection: the reactor watches it, or a worker serves it.
 *
 * <pre>
 *                bytes arrived
 *   WATCHED ---------------------> DISPATCHED ----------------> DISPATCHED_MUTED
 *      ^                               |     more bytes arrived:        |
 *      |<---- worker waits for more ---+     the interest is removed    |
 *      |                                                                |
 *      +<---- reactor sets the interest again <---- worker returns it <-+
 * </pre>
 *
 * <p>In WATCHED the reactor owns the connection, otherwise the worker does. A client seldom sends
 * more before it has its response, so the usual sequence is WATCHED, DISPATCHED, WATCHED: the
 * interest set does not change, and one compare-and-set returns the connection. Only the reactor
 * uses the key.
 *
 * <p>A connection whose response is deferred stays in DISPATCHED or DISPATCHED_MUTED: instead of a
 * worker, the work has it. Once that is done, the reactor gives it to a worker again.
 *
 * <p>A new connection starts in DISPATCHED_MUTED, because it has no key yet. With a {@code
 * DirectExecutor} the worker is the reactor itself.
 *
 * <p>Tests: on real sockets, ConcurrentStageContract and the contracts that it extends.
 */
final class Registration implements Refusable, ClientWait.Watcher {

  private enum Phase {
    WATCHED,
    DISPATCHED,
    DISPATCHED_MUTED
  }

  /** The reactor, as its registrations see it. Called by other threads, and by its own. */
  interface Owner {

    /** The worker is done for now, and the reactor has to act. */
    void giveBack(Registration registration);

    /** The connection has waited for its client too long. */
    void overdue(Registration registration);

    /** A worker will be free in a moment. */
    void workerFree();
  }

  private final Connection connection;
  private final Owner owner;

  /**
   * Changed by the reactor (WATCHED to DISPATCHED to DISPATCHED_MUTED) and by the worker
   * (DISPATCHED to WATCHED).
   */
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.DISPATCHED_MUTED);

  /** Confined to the reactor; null until the first wait. */
  private @Nullable SelectionKey key;

  /**
   * What the connection waited for when the worker gave it back. The reactor's queue publishes it,
   * and before that the work, if it is that.
   */
  private Interest awaited = Interest.READ;

  /** Whether the owner knows that it is overdue. Volatile: set by others, cleared by the owner. */
  private volatile boolean overdue;

  /** A connection that nobody watches yet. */
  Registration(Connection connection, Owner owner) {
    this.connection = connection;
    this.owner = owner;
    connection.watchedBy(this);
  }

  Connection connection() {
    return connection;
  }

  // ---- for the reactor

  /** Watches it for these operations of its channel. */
  void watch(Selector selector, int operations) throws ClosedChannelException {
    phase.set(Phase.WATCHED);
    SelectionKey known = key;
    if (known == null) {
      key = connection.channel().register(selector, operations, this);
    } else {
      known.interestOps(operations);
    }
  }

  /** Whether the client is waited for. */
  boolean isWatched() {
    return phase.get() == Phase.WATCHED;
  }

  /** The owner looks at it now; from here on it may be reported again. */
  void overdueSeen() {
    overdue = false;
  }

  /** Marks it as given to a worker; the interest set does not change. */
  void dispatched() {
    phase.set(Phase.DISPATCHED);
  }

  /** Marks it as given to a worker, with an empty interest set. */
  void dispatchedMuted() {
    phase.set(Phase.DISPATCHED_MUTED);
  }

  /**
   * Removes the interest if a worker has the connection. The reactor must not act on what the
   * selector reports then, and without this the selector would report it again and again.
   *
   * @return whether a worker has it
   */
  boolean muteIfDispatched(SelectionKey reported) {
    Phase now = phase.get();
    if (now == Phase.DISPATCHED && phase.compareAndSet(Phase.DISPATCHED, Phase.DISPATCHED_MUTED)) {
      reported.interestOps(0);
      return true;
    }
    // Otherwise the phase is WATCHED: either it was, or the compare-and-set has failed because the
    // worker has just returned the connection. In both cases the reactor has it.
    return now == Phase.DISPATCHED_MUTED;
  }

  /** Ends the watch: the connection is closed. */
  void cancel() {
    SelectionKey known = key;
    if (known != null) {
      known.cancel();
    }
  }

  /** What the connection waited for when the worker gave it back. */
  Interest awaited() {
    return awaited;
  }

  // ---- for the sweeper

  @Override
  public void overdue() {
    if (!overdue) {
      overdue = true;
      owner.overdue(this);
    }
  }

  // ---- for the worker

  @Override
  public void run() {
    Interest next = connection.proceed();
    boolean returned =
        next == Interest.READ && phase.compareAndSet(Phase.DISPATCHED, Phase.WATCHED);
    if (!returned) {
      awaited = next;
      giveBackLater();
    }
    owner.workerFree();
  }

  private void giveBackLater() {
    if (awaited != Interest.WORK) {
      giveBack();
      return;
    }
    try {
      connection.whenWorkDone(this::giveBack);
    } catch (Throwable t) { // else nobody would ever serve it again
      connection.abort();
      throw t;
    }
  }

  @Override
  public boolean refuse(Lateness why) {
    boolean refused = connection.refuse(why);
    if (refused) {
      awaited = Interest.NONE;
      giveBack();
      owner.workerFree();
    }
    return refused;
  }

  private void giveBack() {
    try {
      owner.giveBack(this);
    } catch (Throwable t) { // else nobody would ever serve it again
      connection.abort();
      throw t;
    }
  }
}
