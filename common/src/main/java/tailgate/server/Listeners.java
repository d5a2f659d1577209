package tailgate.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;

/**
 * All listeners of a server, on one port: a reactor each where dispatch is by request, each with a
 * socket of its own between which the kernel shares out the clients; or the one acceptor.
 *
 * <p>Thread-safe, as the listeners are.
 */
final class Listeners {

  private final InetSocketAddress address;
  private final List<Listener> all;

  /**
   * Binds the port; clients wait in the backlog until {@link #start}.
   *
   * @throws IOException if the port cannot be had; no socket is left open then
   */
  Listeners(Stage stage, ServerConfig config, ConnectionContext context) throws IOException {
    List<ServerSocketChannel> sockets = new ArrayList<>();
    try {
      bind(config, stage.dispatch() == Dispatch.REQUEST ? stage.reactors() : 1, sockets);
      this.address = addressOf(sockets);
      this.all = listeners(sockets, stage, config.overload(), context);
    } catch (Throwable t) {
      for (ServerSocketChannel socket : sockets) {
        socket.close();
      }
      throw t;
    }
  }

  private static void bind(ServerConfig config, int count, List<ServerSocketChannel> sockets)
      throws IOException {
    InetSocketAddress wanted = config.address();
    if (count > 1) {
      ListeningSocket.checkFree(wanted);
    }
    for (int i = 0; i < count; i++) {
      sockets.add(ListeningSocket.open(wanted, config.backlog(), count > 1));
      wanted = addressOf(sockets); // the others get the port that the first one got
    }
  }

  private static InetSocketAddress addressOf(List<ServerSocketChannel> sockets) throws IOException {
    return (InetSocketAddress) sockets.getFirst().getLocalAddress();
  }

  private static List<Listener> listeners(
      List<ServerSocketChannel> sockets,
      Stage stage,
      OverloadPolicy overload,
      ConnectionContext context)
      throws IOException {
    List<Listener> listeners = new ArrayList<>();
    for (ServerSocketChannel socket : sockets) {
      listeners.add(
          switch (stage.dispatch()) {
            case REQUEST ->
                new Reactor(
                    "tailgate-reactor-" + (listeners.size() + 1),
                    socket,
                    context,
                    stage.executor(),
                    overload);
            case CONNECTION -> new BlockingAcceptor(socket, context, stage.executor(), overload);
          });
    }
    return List.copyOf(listeners);
  }

  /** Where they listen, with the port that they got. */
  InetSocketAddress address() {
    return address;
  }

  /** As {@link Listener#start}. */
  void start() {
    all.forEach(Listener::start);
  }

  /** As {@link Listener#retry}. */
  void retry() {
    all.forEach(Listener::retry);
  }

  /** As {@link Listener#stopAccepting}. */
  void stopAccepting() {
    all.forEach(Listener::stopAccepting);
  }

  /** As {@link Listener#stop}. */
  void stop() throws InterruptedException {
    for (Listener listener : all) {
      listener.stop();
    }
  }
}
