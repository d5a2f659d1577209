package tailgate.server.connection;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Counts the open connections of each client address, and limits them. Thread-safe. */
final class ConnectionsPerClient {

  private final int max;
  private final ConcurrentMap<InetAddress, Integer> open = new ConcurrentHashMap<>();

  /** At most {@code max} connections of one address. */
  ConnectionsPerClient(int max) {
    this.max = max;
  }

  /** Counts a connection of this client; false if it has too many. */
  boolean tryEnter(InetAddress client) {
    int now = open.merge(client, 1, Integer::sum);
    if (now > max) {
      leave(client);
      return false;
    }
    return true;
  }

  void leave(InetAddress client) {
    open.computeIfPresent(client, (same, count) -> count == 1 ? null : count - 1);
  }

  /** Addresses with an open connection. */
  int clients() {
    return open.size();
  }
}
