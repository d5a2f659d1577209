package tailgate.server.listen;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.server.connection.Connections;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;

/**
 * All listeners of a server, on one port. With dispatch by request: one reactor or several, each
 * with a socket of its own, and the kernel spreads the clients over the sockets. With dispatch by
 * connection: one blocking acceptor.
 *
 * <p>Thread-safe, like the listeners.
 */
public final class Listeners {

  private final InetSocketAddress address;
  private final List<Listener> all;

  /**
   * Binds the port; clients wait in the backlog until {@link #start}.
   *
   * @param address to listen on; port 0 takes any free one
   * @param backlog connections that the kernel keeps waiting, at least 1
   * @param overload what to do with a connection beyond the cap
   * @throws IOException if the port cannot be bound; no socket is left open then
   */
  public Listeners(
      Stage stage,
      InetSocketAddress address,
      int backlog,
      OverloadPolicy overload,
      Connections connections)
      throws IOException {
    List<ListeningSocket> sockets = new ArrayList<>();
    List<Listener> listeners = new ArrayList<>();
    try {
      bind(address, backlog, stage, sockets);
      this.address = sockets.getFirst().address();
      for (ListeningSocket socket : sockets) {
        listeners.add(listener(listeners.size() + 1, socket, stage, overload, connections));
      }
      this.all = List.copyOf(listeners);
    } catch (Throwable t) {
      sockets.forEach(ListeningSocket::close);
      listeners.forEach(Listener::discard);
      throw t;
    }
  }

  private static void bind(
      InetSocketAddress address, int backlog, Stage stage, List<ListeningSocket> sockets)
      throws IOException {
    boolean blocking = stage.dispatch() == Dispatch.CONNECTION;
    int count = blocking ? 1 : stage.reactors();
    InetSocketAddress wanted = address;
    if (count > 1) {
      ListeningSocket.checkFree(wanted);
    }
    for (int i = 0; i < count; i++) {
      sockets.add(ListeningSocket.open(wanted, backlog, blocking, count > 1));
      wanted = sockets.getFirst().address(); // the others get the port that the first one got
    }
  }

  private static Listener listener(
      int number,
      ListeningSocket socket,
      Stage stage,
      OverloadPolicy overload,
      Connections connections)
      throws IOException {
    return switch (stage.dispatch()) {
      case REQUEST ->
          new Reactor(
              "tailgate-reactor-" + number, socket, connections, stage.executor(), overload);
      case CONNECTION -> new BlockingAcceptor(socket, connections, stage.executor(), overload);
    };
  }

  /** The address on which they listen, with the port that was bound. */
  public InetSocketAddress address() {
    return address;
  }

  /** Begins to accept. */
  public void start() {
    all.forEach(Listener::start);
  }

  /** Tries again what failed before. Called in every sweep, and when a connection was closed. */
  public void retry() {
    all.forEach(Listener::retry);
  }

  /**
   * Closes the port, after everybody whom the kernel has connected was accepted. Open connections
   * go on. On Linux, a client that connects in the microseconds between the last look and the close
   * is reset by the kernel.
   *
   * @param quiet for how long nobody must have connected before the port is closed; it is closed
   *     without this silence after a tenth of a second
   * @param timeout after this it is closed in any case
   */
  public void closePort(Duration quiet, Duration timeout) throws InterruptedException {
    long begin = System.nanoTime();
    for (Listener listener : all) {
      listener.closePort(quiet);
    }
    for (Listener listener : all) {
      listener.awaitClosedPort(timeout.minusNanos(System.nanoTime() - begin));
    }
  }

  /** Ends the threads. Connections that are still open are no longer watched. */
  public void stop() throws InterruptedException {
    for (Listener listener : all) {
      listener.stop();
    }
  }
}
