package tailgate.server.listen;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.connection.Connection;
import tailgate.server.connection.Connections;

/**
 * Closes a listening socket without losing a client. The kernel completes connections on its own
 * and keeps them in the backlog; if the socket is closed, it resets them. So this class accepts
 * until the backlog is empty, and then closes the socket at once.
 *
 * <p>A client can still connect in the microseconds between the last look at the backlog and the
 * close. Clients that wait for a response do not connect again, though. So this class holds what it
 * has accepted, unserved, until nobody has connected for a moment, or for {@link #LONGEST}. After
 * the close all of them are served.
 *
 * <p>Confined to the accepting thread. Tests: StopContract.
 */
final class ClosingPort {

  private static final Logger LOG = SafeLogger.of(ClosingPort.class);

  /** The longest time for which clients are held. */
  private static final Duration LONGEST = Duration.ofMillis(100);

  private final ListeningSocket socket;
  private final SelectionKey key;
  private final Connections connections;
  private final LongSupplier clock;
  private final long quietNanos;
  private final long begunNanos;
  private final Queue<Connection> held = new ArrayDeque<>();
  private final Consumer<Connection> hold = held::add;

  /** When the last client was accepted. */
  private long acceptedNanos;

  /**
   * Begins to close.
   *
   * @param key with which the socket is registered
   * @param quiet for how long nobody must have connected; zero if no client is active
   */
  ClosingPort(ListeningSocket socket, SelectionKey key, Connections connections, Duration quiet) {
    this.socket = socket;
    this.key = key;
    this.connections = connections;
    this.clock = connections.nanoClock();
    this.quietNanos = quiet.toNanos();
    this.begunNanos = clock.getAsLong();
    this.acceptedNanos = begunNanos;
    if (key.isValid()) {
      key.interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  /**
   * Accepts who waits; closes the socket if it is time.
   *
   * @param selected gets the other keys that the selector reports meanwhile
   * @return whether the socket is closed
   */
  boolean proceed(Selector selector, Consumer<SelectionKey> selected) {
    try {
      acceptAll();
      long now = clock.getAsLong();
      if (now - acceptedNanos < quietNanos && now - begunNanos < LONGEST.toNanos()) {
        return false;
      }
      key.cancel();
      selector.selectNow(selected); // a registered socket is closed only by the next select
      acceptAll();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      socket.failed(connections, e);
    }
    socket.close();
    return true;
  }

  /** The time until {@link #proceed} should be called again, in milliseconds, at least 1. */
  long waitMillis() {
    return Math.max(1, Duration.ofNanos(quietNanos).toMillis() / 2);
  }

  private void acceptAll() throws IOException {
    while (socket.accept(connections, connections.tryPermit(), hold)) {
      acceptedNanos = clock.getAsLong();
    }
  }

  /** Passes on what was accepted; the first failure does not keep the others from it. */
  void release(Consumer<Connection> admitted) {
    for (Connection connection = held.poll(); connection != null; connection = held.poll()) {
      try {
        admitted.accept(connection);
      } catch (RuntimeException | Error e) {
        connection.forceClose();
        LOG.error("closed a connection", e);
      }
    }
  }
}
