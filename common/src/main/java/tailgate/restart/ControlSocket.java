package tailgate.restart;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * A Unix-domain socket on which a server takes orders and talks to its successor. Each client has a
 * thread. Thread-safe.
 */
final class ControlSocket implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(ControlSocket.class);

  /** After a failure. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** How long clients may take to get the answer that was sent to them. */
  private static final Duration LAST_ANSWER = Duration.ofSeconds(2);

  private final Path path;
  private final ServerSocketChannel channel;
  private final Consumer<Line> client;
  private final Set<Thread> serving = ConcurrentHashMap.newKeySet();

  private ControlSocket(Path path, ServerSocketChannel channel, Consumer<Line> client) {
    this.path = path;
    this.channel = channel;
    this.client = client;
  }

  /**
   * Listens at this path.
   *
   * @param client serves a client; its connection is closed afterwards
   */
  static ControlSocket open(Path path, Consumer<Line> client) throws IOException {
    Files.deleteIfExists(path); // of a process with the same number that was killed
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(UnixDomainSocketAddress.of(path));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    var socket = new ControlSocket(path, channel, client);
    start("tailgate-control", socket::accept);
    return socket;
  }

  Path path() {
    return path;
  }

  private static Thread start(String name, Runnable task) {
    return Thread.ofPlatform().name(name).daemon().start(task);
  }

  private void accept() {
    while (channel.isOpen()) {
      try {
        acceptOne();
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException | RuntimeException | Error e) {
        LOG.debug("cannot accept", e);
        LockSupport.parkNanos(PAUSE.toNanos()); // there may be no descriptor, or no thread
      }
    }
  }

  private void acceptOne() throws IOException {
    SocketChannel accepted = channel.accept();
    try {
      start("tailgate-control-client", () -> serve(accepted));
    } catch (Throwable t) {
      accepted.close();
      throw t;
    }
  }

  private void serve(SocketChannel accepted) {
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
    try {
      channel.close();
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.debug("cannot close", e);
    }
  }

  /** Takes no more clients, and waits until the last ones have their answer. */
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
