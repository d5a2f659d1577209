package tailgate.server.connection;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the open connections of each client, and limits them. A client is an IPv4 address, or the
 * first 64 bits of an IPv6 address: a client that has one IPv6 address can usually use all
 * addresses with the same 64 bits (RFC 6177 §2, RFC 4291 §2.5.1).
 *
 * <p>Thread-safe. Tests: ConnectionsPerClientTest.
 */
final class ConnectionsPerClient {

  /** Bytes of an IPv6 address that identify a client. */
  private static final int PREFIX = 8;

  /** The number of bytes of an IPv6 address. */
  private static final int ADDRESS = 16;

  private final int max;
  private final ConcurrentMap<InetAddress, Integer> open = new ConcurrentHashMap<>();

  /** Creates a limit of {@code max} connections of one client; 0 is no limit. */
  ConnectionsPerClient(int max) {
    this.max = max;
  }

  /** The address of the client; null if clients are not counted. */
  @Nullable InetAddress client(SocketChannel channel) throws IOException {
    return max > 0 && channel.getRemoteAddress() instanceof InetSocketAddress remote
        ? network(remote.getAddress())
        : null;
  }

  private static InetAddress network(InetAddress address) throws IOException {
    return address instanceof Inet6Address
        ? InetAddress.getByAddress(
            Arrays.copyOf(Arrays.copyOf(address.getAddress(), PREFIX), ADDRESS))
        : address;
  }

  /** Counts a connection of this client; false if it has too many. */
  boolean tryEnter(@Nullable InetAddress client) {
    if (client != null && open.merge(client, 1, Integer::sum) > max) {
      leave(client);
      return false;
    }
    return true;
  }

  void leave(@Nullable InetAddress client) {
    if (client != null) {
      open.computeIfPresent(client, (same, count) -> count == 1 ? null : count - 1);
    }
  }
}
