package tailgate.server;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All open connections, each with its permit. Thread-safe.
 *
 * <p>{@code permits taken = connections here + connections being accepted}, until {@link
 * #awaitEmpty} has taken them all.
 */
final class Connections {

  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final ConnectionLimit limit;
  private final LongAdder closed = new LongAdder();

  /** Volatile: set once when the server stops. */
  private volatile boolean draining;

  /** Whether the last one was seen to go. Confined to the thread that stops the server. */
  private boolean empty;

  Connections(ConnectionLimit limit) {
    this.limit = limit;
  }

  ConnectionLimit limit() {
    return limit;
  }

  /**
   * Takes in an accepted channel, for which a permit was taken.
   *
   * @return null if it broke at once; channel and permit are gone then, as they are if it throws
   */
  @Nullable Connection admit(SocketChannel channel, ConnectionContext context, boolean blocking) {
    try {
      channel.configureBlocking(blocking);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      Connection connection = new Connection(channel, context);
      open.add(connection);
      return connection;
    } catch (IOException | OutOfMemoryError e) {
      discard(channel);
      LOG.debug("cannot admit a connection", e);
      return null;
    } catch (Throwable t) {
      discard(channel);
      throw t;
    }
  }

  private void discard(SocketChannel channel) {
    close(channel); // first: who gets the permit may need the descriptor
    closed.increment();
    limit.release();
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("cannot close", e);
    }
  }

  /** Lets go of a closed connection and of its permit; once is enough. */
  void remove(Connection connection) {
    if (open.remove(connection)) {
      closed.increment();
      limit.release();
    }
  }

  int size() {
    return open.size();
  }

  /** How many were taken in and are gone, those included that broke at once. */
  long closed() {
    return closed.sum();
  }

  void forEach(Consumer<Connection> action) {
    open.forEach(action);
  }

  /** From now on nothing new is to begin. */
  void drain() {
    draining = true;
  }

  boolean draining() {
    return draining;
  }

  /**
   * Waits until the last one is gone, those included that are accepted at this very moment: a
   * permit tells of both.
   *
   * @return whether all were gone in time
   */
  boolean awaitEmpty(long nanos) throws InterruptedException {
    empty = empty || limit.acquireAll(nanos);
    return empty;
  }
}
