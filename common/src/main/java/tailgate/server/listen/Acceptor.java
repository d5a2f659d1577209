package tailgate.server.listen;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import tailgate.server.connection.Connection;
import tailgate.server.connection.Connections;
import tailgate.server.stage.OverloadPolicy;

/**
 * Accepts connections for a {@link Reactor}, each with its permit.
 *
 * <pre>
 *     no permit (and one is about to be free, or the policy is to wait), no descriptor
 *   ACCEPTING -----------------------------------------------------> PAUSED
 *       ^                                                               |
 *       +--- resume: a connection was closed, or a sweep has passed <---+
 * </pre>
 *
 * <p>Confined to the reactor's thread, except {@link #isPaused}.
 */
final class Acceptor {

  /** The most connections accepted in a row before the reactor serves those that are open. */
  private static final int MAX_ACCEPTED = 64;

  private final ListeningSocket socket;
  private final SelectionKey key;
  private final ClosingPort port;
  private final Connections connections;
  private final OverloadPolicy overload;
  private final Consumer<Connection> admitted;

  /** Volatile: written here, read by threads that close connections. */
  private volatile boolean paused;

  /**
   * Accepts from {@code socket} when {@code selector} reports it; passes every connection on.
   *
   * @param ports of the same server
   */
  Acceptor(
      ListeningSocket socket,
      Selector selector,
      Connections connections,
      OverloadPolicy overload,
      ClosingPort.OpenPorts ports,
      Consumer<Connection> admitted)
      throws IOException {
    this.socket = socket;
    this.connections = connections;
    this.overload = overload;
    this.admitted = admitted;
    this.key = socket.register(selector);
    this.port = new ClosingPort(socket, key, selector, connections, ports);
  }

  void acceptSome() {
    try {
      for (int i = 0; i < MAX_ACCEPTED && acceptOne(i == 0); i++) {
        // accepts the next one
      }
    } catch (IOException | OutOfMemoryError e) {
      socket.failed(connections, e);
      pause();
    }
  }

  /**
   * Accepts one connection; returns whether there may be more.
   *
   * @param waits whether a client is known to wait. Nobody has to make room for one that may not
   *     exist; if it does, the selector reports it next.
   */
  private boolean acceptOne(boolean waits) throws IOException {
    boolean permitted = connections.tryPermit();
    if (!permitted && (!waits || connections.isPermitInTransit())) {
      return false; // the selector reports the client again at once
    }
    if (!permitted && (connections.makeRoom() || overload == OverloadPolicy.BLOCK)) {
      pause();
      if (connections.tryPermit()) {
        // If the permit was released before `paused` was set, nobody has resumed this acceptor. Its
        // second release calls Listeners.retry again, and then the reactor resumes it.
        connections.releasePermit();
      }
      return false;
    }
    return socket.accept(connections, permitted, admitted);
  }

  // ---- pauses

  private void pause() {
    ListeningSocket.watch(key, 0);
    paused = true;
  }

  boolean isPaused() {
    return paused;
  }

  void resume() {
    paused = false;
    ListeningSocket.watch(key, SelectionKey.OP_ACCEPT);
  }

  /** How its port is closed; once that is requested, nothing else may be called here. */
  ClosingPort port() {
    return port;
  }
}
