package tailgate.server.listen;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.server.connection.Connections;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;

/**
 * All listeners of a server, on one port: reactors with dispatch by request, blocking acceptors
 * with dispatch by connection. On Linux each has a socket of its own, and the kernel spreads the
 * clients over the sockets. On other platforms, and if the process has inherited a socket, all
 * share one, and the first one that accepts gets the client.
 *
 * <p>Thread-safe, like the listeners.
 */
public final class Listeners {

  /** How long {@link #stop} waits for threads that handlers block. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

  private final InetSocketAddress address;
  private final ClosingPort.OpenPorts ports = new ClosingPort.OpenPorts();
  private final List<Listener> all;
  private final @Nullable SharedSocket inherited;

  /**
   * Binds the port; clients wait in the backlog until {@link #start}.
   *
   * @param inherited to accept from; null to bind a new socket
   * @param address to listen on without an inherited socket; port 0 takes any free one
   * @param backlog connections that the kernel keeps waiting, at least 1
   * @param overload what to do with a connection beyond the cap
   * @throws IOException if the port cannot be bound; no socket is left open then
   */
  public Listeners(
      Stage stage,
      @Nullable SharedSocket inherited,
      InetSocketAddress address,
      int backlog,
      OverloadPolicy overload,
      Connections connections)
      throws IOException {
    this(stage, inherited, address, backlog, overload, connections, ListeningSocket.areSpread());
  }

  /** Listens as on a platform that spreads clients over several sockets, or does not. */
  Listeners(
      Stage stage,
      @Nullable SharedSocket inherited,
      InetSocketAddress address,
      int backlog,
      OverloadPolicy overload,
      Connections connections,
      boolean areSpread)
      throws IOException {
    this.inherited = inherited;
    List<ListeningSocket> sockets = new ArrayList<>();
    List<Listener> listeners = new ArrayList<>();
    try {
      if (inherited != null) {
        share(inherited, stage, sockets);
      } else if (areSpread || stage.listeners() == 1) {
        bind(address, backlog, stage, sockets);
      } else {
        var shared = new SharedSocket(ListeningSocket.bound(address, backlog, false), () -> true);
        share(shared, stage, sockets);
      }
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
    int count = stage.listeners();
    InetSocketAddress wanted = address;
    if (count > 1) {
      ListeningSocket.checkFree(wanted);
    }
    for (int i = 0; i < count; i++) {
      sockets.add(ListeningSocket.open(wanted, backlog, isBlocking(stage), count > 1));
      wanted = sockets.getFirst().address(); // the others get the port that the first one got
    }
  }

  private static void share(SharedSocket socket, Stage stage, List<ListeningSocket> sockets) {
    for (int i = 0; i < stage.listeners(); i++) {
      sockets.add(ListeningSocket.of(socket, isBlocking(stage)));
    }
  }

  private static boolean isBlocking(Stage stage) {
    return stage.dispatch() == Dispatch.CONNECTION;
  }

  private Listener listener(
      int number,
      ListeningSocket socket,
      Stage stage,
      OverloadPolicy overload,
      Connections connections)
      throws IOException {
    return switch (stage.dispatch()) {
      case REQUEST ->
          new Reactor(
              "tailgate-reactor-" + number, socket, connections, stage.executor(), overload, ports);
      case CONNECTION ->
          new BlockingAcceptor(
              "tailgate-acceptor-" + number,
              socket,
              connections,
              stage.executor(),
              overload,
              ports);
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
   * Closes the port after all clients were accepted that the kernel has connected. Open connections
   * stay open. On Linux, a client that connects in the microseconds between the last look and the
   * close is reset by the kernel.
   *
   * @param quiet for how long nobody must have connected before the port is closed; it is closed
   *     without this silence after a tenth of a second
   * @param timeout after this it is closed in any case
   */
  public void closePort(Duration quiet, Duration timeout) throws InterruptedException {
    long begin = System.nanoTime();
    if (inherited != null) {
      inherited.mayClose(); // now: between the last look and the close there is no time for it
    }
    for (Listener listener : all) {
      listener.closePort(quiet);
    }
    awaitClosedPort(timeout.minusNanos(System.nanoTime() - begin));
  }

  /**
   * Stops accepting at once, because another process accepts from the inherited socket; clients in
   * the backlog are left to that process. Then closes this process's share of the socket. Open
   * connections stay open.
   *
   * @param timeout how long to wait for threads that are busy. After that they accept nobody
   *     either, except a client that one of them is just accepting
   * @return whether this process no longer holds the socket
   * @throws IllegalStateException if the socket was not inherited
   */
  public boolean leavePort(Duration timeout) throws InterruptedException {
    if (inherited == null) {
      throw new IllegalStateException("no other process accepts from this port");
    }
    all.forEach(Listener::leavePort);
    boolean closed = awaitClosedPort(timeout);
    inherited.release();
    return closed && inherited.mayClose();
  }

  private boolean awaitClosedPort(Duration timeout) throws InterruptedException {
    long begin = System.nanoTime();
    boolean closed = true;
    for (Listener listener : all) {
      closed &= listener.awaitClosedPort(timeout.minusNanos(System.nanoTime() - begin));
    }
    return closed;
  }

  /** Ends the threads. Connections that are still open are no longer watched. */
  public void stop() throws InterruptedException {
    all.forEach(Listener::stop);
    long begin = System.nanoTime(); // one time for all: a handler may block each of them
    for (Listener listener : all) {
      listener.awaitStopped(STOP_TIMEOUT.minusNanos(System.nanoTime() - begin));
    }
  }
}
