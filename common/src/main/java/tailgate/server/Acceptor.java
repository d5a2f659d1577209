package tailgate.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.server.stage.OverloadPolicy;

/**
 * Accepts connections for a reactor, each with its permit.
 *
 * <pre>
 *              no permit (and the policy is to wait), no descriptor
 *   ACCEPTING -----------------------------------------------------> PAUSED
 *       ^                                                               |
 *       +--- resume: a connection was closed, or a sweep has passed <---+
 * </pre>
 *
 * <p>Confined to the reactor's thread, but for {@link #isPaused}.
 */
final class Acceptor {

  private static final Logger LOG = LoggerFactory.getLogger(Acceptor.class);

  /** Connections accepted before those that are open get their turn. */
  private static final int MOST_ACCEPTED = 64;

  private final ServerSocketChannel socket;
  private final SelectionKey key;
  private final ConnectionContext context;
  private final OverloadPolicy overload;
  private final Consumer<Connection> welcome;
  private final AcceptErrorLog trouble = new AcceptErrorLog();

  /** Volatile: written here, read by whoever closes a connection. */
  private volatile boolean paused;

  /** Keeps the door that {@code socket} is; {@code welcome} gets every connection. */
  Acceptor(
      ServerSocketChannel socket,
      Selector selector,
      ConnectionContext context,
      OverloadPolicy overload,
      Consumer<Connection> welcome)
      throws IOException {
    this.socket = socket;
    this.context = context;
    this.overload = overload;
    this.welcome = welcome;
    socket.configureBlocking(false);
    this.key = socket.register(selector, SelectionKey.OP_ACCEPT);
  }

  void acceptSome() {
    try {
      for (int i = 0; i < MOST_ACCEPTED && acceptOne(); i++) {
        // accepts on
      }
    } catch (IOException | OutOfMemoryError e) {
      context.counters().acceptFailures.increment();
      trouble.log(e);
      pause();
    }
  }

  /** Whether there may be more. */
  private boolean acceptOne() throws IOException {
    ConnectionLimit limit = context.connections().limit();
    boolean permitted = limit.tryAcquire();
    if (!permitted && overload == OverloadPolicy.BLOCK) {
      pause();
      if (limit.tryAcquire()) {
        limit.release(); // given back before it was known that we wait: says so again
      }
      return false;
    }
    SocketChannel channel = accept(limit, permitted);
    if (channel == null) {
      return false;
    }
    trouble.over();
    context.counters().accepted.increment();
    if (permitted) {
      admit(channel);
    } else {
      context.reject(channel);
    }
    return true;
  }

  private @Nullable SocketChannel accept(ConnectionLimit limit, boolean permitted)
      throws IOException {
    SocketChannel channel = null;
    try {
      channel = socket.accept();
    } finally {
      if (channel == null && permitted) {
        limit.release();
      }
    }
    return channel;
  }

  private void admit(SocketChannel channel) {
    Connection connection = context.connections().admit(channel, context, false);
    if (connection != null) {
      welcome.accept(connection);
    }
  }

  // ---- pauses

  private void pause() {
    if (key.isValid()) {
      key.interestOps(0);
      paused = true;
    }
  }

  boolean isPaused() {
    return paused;
  }

  void resume() {
    paused = false;
    if (key.isValid()) {
      key.interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  /** Frees the port. */
  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.warn("cannot close the port", e);
    }
  }
}
