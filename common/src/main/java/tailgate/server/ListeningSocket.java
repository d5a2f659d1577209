package tailgate.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;

/** Opens the port. */
final class ListeningSocket {

  private ListeningSocket() {}

  /**
   * Makes sure that nobody else listens there. Sockets that share a port would share it with
   * another server too, which then takes every other client without a word.
   *
   * @throws java.net.BindException if the port is taken or not allowed
   */
  static void checkFree(InetSocketAddress address) throws IOException {
    open(address, 1, false).close();
  }

  /**
   * A bound socket in blocking mode.
   *
   * @param shared whether others of this process will listen on the same port, so that the kernel
   *     spreads connections over them (SO_REUSEPORT)
   * @throws UnsupportedOperationException if ports cannot be shared on this platform
   * @throws java.net.BindException if the port is taken or not allowed
   */
  static ServerSocketChannel open(InetSocketAddress address, int backlog, boolean shared)
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
}
