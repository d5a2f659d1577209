package tailgate.server;

import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A connection between the reactor that watches it and the worker that proceeds it.
 *
 * <pre>
 *                  bytes arrived
 *     WATCHED ---------------------> AWAY ----------------------> AWAY_MUTED
 *        ^                            |      more bytes arrived:       |
 *        |<---- worker waits for more-+      interest taken out        |
 *        |                                                             |
 *        +<---- reactor puts interest in <---- worker gives it back <--+
 * </pre>
 *
 * <p>In WATCHED the connection is the reactor's, otherwise the worker's. As a client seldom sends
 * more before it was answered, the usual way is WATCHED, AWAY, WATCHED: the interest stays in, and
 * one compare-and-set gives the connection back. Only the reactor touches the key.
 */
final class Registration implements Runnable {

  private enum Phase {
    WATCHED,
    DISPATCHED,
    DISPATCHED_MUTED
  }

  private final Connection connection;
  private final Reactor reactor;

  /** Changed by the reactor (WATCHED to AWAY to AWAY_MUTED) and the worker (AWAY to WATCHED). */
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.DISPATCHED_MUTED);

  /** Confined to the reactor; null until the first wait. */
  private @Nullable SelectionKey key;

  /** What the worker waited for when it gave the connection back; handed over by the queue. */
  private Connection.Next awaited = Connection.Next.READABLE;

  Registration(Connection connection, Reactor reactor) {
    this.connection = connection;
    this.reactor = reactor;
  }

  Connection connection() {
    return connection;
  }

  // ---- for the reactor

  /** It waits for this: the reactor puts the interest in. */
  void watched(Selector selector, int interest) throws ClosedChannelException {
    phase.set(Phase.WATCHED);
    SelectionKey known = key;
    if (known == null) {
      key = connection.channel().register(selector, interest, this);
    } else {
      known.interestOps(interest);
    }
  }

  /** It goes to a worker; the interest stays in. */
  void dispatched() {
    phase.set(Phase.DISPATCHED);
  }

  /** It goes to a worker, and the interest is out. */
  void dispatchedMuted() {
    phase.set(Phase.DISPATCHED_MUTED);
  }

  /**
   * Takes the interest out where a worker has it: what the selector reports is not for the reactor
   * then, and would be reported for ever.
   *
   * @return whether a worker has it
   */
  boolean muteIfDispatched(SelectionKey reported) {
    Phase now = phase.get();
    if (now == Phase.DISPATCHED && phase.compareAndSet(Phase.DISPATCHED, Phase.DISPATCHED_MUTED)) {
      reported.interestOps(0);
      return true;
    }
    return now == Phase.DISPATCHED_MUTED; // else WATCHED, if only since a moment ago
  }

  /** It is over. */
  void cancel() {
    SelectionKey known = key;
    if (known != null) {
      known.cancel();
    }
  }

  /** What the worker waited for when it gave it back. */
  Connection.Next awaited() {
    return awaited;
  }

  // ---- for the worker

  @Override
  public void run() {
    Connection.Next next = connection.proceed();
    boolean unnoticed =
        next == Connection.Next.READABLE && phase.compareAndSet(Phase.DISPATCHED, Phase.WATCHED);
    if (!unnoticed) {
      awaited = next;
      reactor.giveBack(this);
    }
  }
}
