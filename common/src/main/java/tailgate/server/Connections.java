package tailgate.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * All open connections, each with its permit. Thread-safe.
 *
 * <p>{@code permits taken = connections here + connections being accepted}.
 */
final class Connections {

  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final ConnectionLimit limit;
  private final CountDownLatch drained = new CountDownLatch(1);

  /** Volatile: set once when the server stops. */
  private volatile boolean draining;

  Connections(ConnectionLimit limit) {
    this.limit = limit;
  }

  ConnectionLimit limit() {
    return limit;
  }

  /** Takes in a connection for which a permit was taken. */
  void add(Connection connection) {
    open.add(connection);
  }

  /** Lets go of a closed connection and of its permit; once is enough. */
  void remove(Connection connection) {
    if (open.remove(connection)) {
      limit.release();
      checkDrained();
    }
  }

  int size() {
    return open.size();
  }

  void forEach(Consumer<Connection> action) {
    open.forEach(action);
  }

  /** From now on {@link #awaitEmpty} waits for the last one to go. */
  void drain() {
    draining = true;
    checkDrained();
  }

  boolean draining() {
    return draining;
  }

  /** Whether all were gone in time. */
  boolean awaitEmpty(long nanos) throws InterruptedException {
    return drained.await(nanos, TimeUnit.NANOSECONDS);
  }

  private void checkDrained() {
    if (draining && open.isEmpty()) {
      drained.countDown();
    }
  }
}
