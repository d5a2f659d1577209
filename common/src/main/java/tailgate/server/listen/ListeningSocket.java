package tailgate.server.listen;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.connection.Connection;
import tailgate.server.connection.Connections;
import tailgate.server.observe.ServerCounters.ServerEvent;

/**
 * One socket that listens on the port. It accepts connections, each with its permit, in the same
 * way for both kinds of dispatch.
 *
 * <p>{@link #accept} and {@link #failed} are confined to the accepting thread; the rest is
 * thread-safe.
 */
final class ListeningSocket implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(ListeningSocket.class);

  private final ServerSocketChannel channel;
  private final Closeable closing;
  private final boolean blockingClients;

  /** Whether the last attempt failed, which is logged. Confined to the accepting thread. */
  private boolean failing;

  /** Volatile: written by any thread, read by the accepting one. */
  private volatile boolean closed;

  private ListeningSocket(ServerSocketChannel channel, Closeable closing, boolean blockingClients) {
    this.channel = channel;
    this.closing = closing;
    this.blockingClients = blockingClients;
  }

  /**
   * Whether the kernel spreads clients over several sockets that listen on one port. Linux does.
   * Windows has no such option, and macOS has it, but gives all clients to one of the sockets
   * (nginx, "listen", reuseport).
   */
  static boolean areSpread() {
    return System.getProperty("os.name").equals("Linux");
  }

  /** A share of a socket that is bound and listens; others may accept from it too. */
  static ListeningSocket of(SharedSocket socket, boolean blockingClients) {
    return new ListeningSocket(socket.channel(), socket.share(), blockingClients);
  }

  /**
   * Makes sure that no other process listens on the address. Sockets that share a port would share
   * it with another server too. That server would then get a part of the clients, and nobody would
   * notice.
   *
   * @throws java.net.BindException if the port is taken or not allowed
   */
  static void checkFree(InetSocketAddress address) throws IOException {
    // Bound, and not listening: a client that connected to it would be reset.
    try (SocketChannel probe = SocketChannel.open()) {
      probe.setOption(StandardSocketOptions.SO_REUSEADDR, true); // as open() does
      probe.bind(address);
    }
  }

  /**
   * Binds a socket.
   *
   * @param blockingClients the mode of the channels that it accepts
   * @param shared whether other sockets of this process will listen on the same port, so that the
   *     kernel spreads connections over them (SO_REUSEPORT)
   * @throws UnsupportedOperationException if ports cannot be shared on this platform
   * @throws java.net.BindException if the port is taken or not allowed
   */
  static ListeningSocket open(
      InetSocketAddress address, int backlog, boolean blockingClients, boolean shared)
      throws IOException {
    ServerSocketChannel channel = bound(address, backlog, shared);
    return new ListeningSocket(channel, channel, blockingClients);
  }

  /** The channel of such a socket. */
  static ServerSocketChannel bound(InetSocketAddress address, int backlog, boolean shared)
      throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      if (shared) {
        channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
      }
      return channel.bind(address, backlog);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  InetSocketAddress address() throws IOException {
    return (InetSocketAddress) channel.getLocalAddress();
  }

  boolean isOpen() {
    return !closed && channel.isOpen();
  }

  /** Makes it non-blocking, and registers it with the selector to accept clients. */
  SelectionKey register(Selector selector) throws IOException {
    channel.configureBlocking(false);
    return channel.register(selector, SelectionKey.OP_ACCEPT);
  }

  /**
   * Changes what the selector reports of a registered socket. Does nothing if it is closed, also if
   * another thread closes it in this moment.
   */
  static void watch(SelectionKey key, int operations) {
    try {
      key.interestOps(operations);
    } catch (CancelledKeyException e) {
      LOG.trace("closed meanwhile", e);
    }
  }

  /**
   * Accepts a client and admits its connection, if one waits. It has to be registered.
   *
   * @param permitted whether the caller has taken a permit, which now belongs to this method. If
   *     not, and if no permit has been released meanwhile, the client gets 503.
   * @param admitted gets the connection
   * @return whether there was a client
   */
  boolean accept(Connections connections, boolean permitted, Consumer<Connection> admitted)
      throws IOException {
    SocketChannel client = null;
    try {
      if (closed) { // the channel may still be open: others have their share of it
        throw new ClosedChannelException();
      }
      client = channel.accept();
    } finally {
      if (client == null && permitted) {
        connections.releasePermit();
      }
    }
    if (client == null) {
      return false;
    }
    if (failing) {
      failing = false;
      LOG.info("accepts connections again");
    }
    connections.counters().count(ServerEvent.ACCEPTED);
    if (!permitted && !connections.tryPermit()) {
      connections.reject(client);
      return true;
    }
    Connection connection = connections.admit(client, blockingClients);
    if (connection != null) {
      admit(connection, admitted);
    }
    return true;
  }

  private static void admit(Connection connection, Consumer<Connection> admitted) {
    try {
      admitted.accept(connection);
    } catch (Throwable t) {
      connection.forceClose(); // not abort(): an executor may have taken it and then failed
      throw t;
    }
  }

  /**
   * Counts a client that could not be accepted, makes room for it, and logs this once, however many
   * attempts there are before one succeeds.
   */
  void failed(Connections connections, Throwable cause) {
    connections.counters().count(ServerEvent.ACCEPT_FAILED);
    if (cause instanceof IOException) { // too many open files: the JDK repeats what else may fail
      connections.makeDescriptors();
    }
    if (!failing) {
      failing = true;
      LOG.warn("cannot accept connections, and goes on trying: {}", cause.toString());
    }
  }

  /** Frees the port, or its share of it. */
  @Override
  public void close() {
    closed = true;
    try {
      closing.close();
    } catch (IOException e) {
      LOG.warn("cannot close the port", e);
    }
  }
}
