package tailgate.server;

import java.nio.channels.SelectionKey;
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
final class Watch implements Runnable {

  enum Phase {
    WATCHED,
    AWAY,
    AWAY_MUTED
  }

  private final Connection connection;
  private final Reactor reactor;

  /** Changed by the reactor (WATCHED to AWAY to AWAY_MUTED) and the worker (AWAY to WATCHED). */
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.AWAY_MUTED);

  /** Confined to the reactor; null until the first wait. */
  private @Nullable SelectionKey key;

  /** What the worker waited for when it gave the connection back; handed over by the queue. */
  private Connection.Next awaited = Connection.Next.READABLE;

  Watch(Connection connection, Reactor reactor) {
    this.connection = connection;
    this.reactor = reactor;
  }

  Connection connection() {
    return connection;
  }

  AtomicReference<Phase> phase() {
    return phase;
  }

  @Nullable SelectionKey key() {
    return key;
  }

  void key(SelectionKey key) {
    this.key = key;
  }

  Connection.Next awaited() {
    return awaited;
  }

  /** The worker's part. */
  @Override
  public void run() {
    Connection.Next next = connection.proceed();
    boolean unnoticed =
        next == Connection.Next.READABLE && phase.compareAndSet(Phase.AWAY, Phase.WATCHED);
    if (!unnoticed) {
      awaited = next;
      reactor.giveBack(this);
    }
  }
}
