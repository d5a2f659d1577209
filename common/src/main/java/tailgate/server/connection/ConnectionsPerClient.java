package tailgate.server.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Counts the open connections of each client address, and limits them. Thread-safe. */
final class ConnectionsPerClient {

  private final int max;
  private final ConcurrentMap<InetAddress, Integer> open = new ConcurrentHashMap<>();

  /** At most {@code max} connections of one address; 0 for no limit. */
  ConnectionsPerClient(int max) {
    this.max = max;
  }

  /** The address of a client that is counted; null if nobody is. */
  @Nullable InetAddress client(SocketChannel channel) throws IOException {
    return max > 0 && channel.getRemoteAddress() instanceof InetSocketAddress remote
        ? remote.getAddress()
        : null;
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
