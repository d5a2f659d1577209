package tailgate.server.listen;

import java.io.IOException;
import java.net.InetSocketAddress;
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
    try {
      bind(address, backlog, stage.dispatch() == Dispatch.REQUEST ? stage.reactors() : 1, sockets);
      this.address = sockets.getFirst().address();
      this.all = listeners(sockets, stage, overload, connections);
    } catch (Throwable t) {
      sockets.forEach(ListeningSocket::close);
      throw t;
    }
  }

  private static void bind(
      InetSocketAddress address, int backlog, int count, List<ListeningSocket> sockets)
      throws IOException {
    InetSocketAddress wanted = address;
    if (count > 1) {
      ListeningSocket.checkFree(wanted);
    }
    for (int i = 0; i < count; i++) {
      sockets.add(ListeningSocket.open(wanted, backlog, count > 1));
      wanted = sockets.getFirst().address(); // the others get the port that the first one got
    }
  }

  private static List<Listener> listeners(
      List<ListeningSocket> sockets, Stage stage, OverloadPolicy overload, Connections connections)
      throws IOException {
    List<Listener> listeners = new ArrayList<>();
    for (ListeningSocket socket : sockets) {
      listeners.add(
          switch (stage.dispatch()) {
            case REQUEST ->
                new Reactor(
                    "tailgate-reactor-" + (listeners.size() + 1),
                    socket,
                    connections,
                    stage.executor(),
                    overload);
            case CONNECTION ->
                new BlockingAcceptor(socket, connections, stage.executor(), overload);
          });
    }
    return List.copyOf(listeners);
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

  /** Accepts no more and frees the port. Open connections go on. */
  public void stopAccepting() {
    all.forEach(Listener::stopAccepting);
  }

  /** Ends the threads. Connections that are still open are no longer watched. */
  public void stop() throws InterruptedException {
    for (Listener listener : all) {
      listener.stop();
    }
  }
}
