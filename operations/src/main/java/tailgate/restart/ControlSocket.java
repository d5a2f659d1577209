package tailgate.restart;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/** The socket on which a server takes orders and talks to its successor. Thread-safe. */
final class ControlSocket implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(ControlSocket.class);

  /** How long clients may take to get the answer that was sent to them. */
  private static final Duration LAST_ANSWER = Duration.ofSeconds(2);

  private final UnixListener listener;
  private final Set<Thread> serving = ConcurrentHashMap.newKeySet();

  private ControlSocket(UnixListener listener) {
    this.listener = listener;
  }

  /**
   * Listens at this path.
   *
   * @param client serves a client; its connection is closed afterwards
   */
  static ControlSocket open(Path path, Consumer<Line> client) throws IOException {
    Files.deleteIfExists(path); // left by a killed process that had the same id
    var socket = new ControlSocket(UnixListener.bind(path));
    socket.listener.start("tailgate-control", accepted -> socket.serve(accepted, client));
    return socket;
  }

  Path path() {
    return listener.path();
  }

  private void serve(SocketChannel accepted, Consumer<Line> client) {
    serving.add(Thread.currentThread());
    try (Line line = new Line(accepted)) {
      client.accept(line);
    } catch (IOException e) {
      LOG.debug("cannot serve", e);
    } finally {
      serving.remove(Thread.currentThread());
    }
  }

  /** Takes no more clients. */
  void leave() {
    listener.close();
  }

  /** Takes no more clients, and waits until the last ones have received their answer. */
  @Override
  public void close() {
    leave();
    long end = System.nanoTime() + LAST_ANSWER.toNanos();
    try {
      for (Thread thread : serving) {
        thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
