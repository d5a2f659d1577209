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
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * A Unix-domain socket through which other processes talk to this one. Each client has a thread. No
 * failure ends the thread that accepts. Thread-safe.
 */
public final class UnixListener implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(UnixListener.class);

  /** How long it waits after a failure. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Path path;
  private final ServerSocketChannel channel;

  private UnixListener(Path path, ServerSocketChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Listens at this path. Does not accept clients yet.
   *
   * @throws IOException if that is not possible: the folder is not writable, or the path too long
   */
  public static UnixListener bind(Path path) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(UnixDomainSocketAddress.of(path));
      return new UnixListener(path, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw new IOException("cannot make the socket " + path + ": " + e.getMessage(), e);
    }
  }

  public Path path() {
    return path;
  }

  /**
   * Begins to accept clients.
   *
   * @param name of the thread that accepts; those of the clients are called {@code name-client}
   * @param client serves a client on a thread of its own, and closes the channel
   */
  public void start(String name, Consumer<SocketChannel> client) {
    daemon(name, () -> accept(name + "-client", client));
  }

  private void accept(String name, Consumer<SocketChannel> client) {
    while (channel.isOpen()) {
      try {
        acceptOne(name, client);
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException | RuntimeException | Error e) { // no descriptor, or no thread
        LOG.warn("cannot accept at {}: {}", path, e.getMessage());
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private void acceptOne(String name, Consumer<SocketChannel> client) throws IOException {
    SocketChannel accepted = channel.accept();
    try {
      daemon(name, () -> client.accept(accepted));
    } catch (Throwable t) {
      accepted.close();
      throw t;
    }
  }

  private static void daemon(String name, Runnable task) {
    Thread.ofPlatform().daemon().name(name).start(task);
  }

  /** Takes no more clients, and removes the file. Open connections stay open. */
  @Override
  public void close() {
    try {
      channel.close();
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.debug("cannot remove {}", path, e);
    }
  }
}
