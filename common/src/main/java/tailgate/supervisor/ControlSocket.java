package tailgate.supervisor;

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
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * The socket to which the processes connect. It is in a folder that only this user can enter, so no
 * other user can pretend to be a process. Each link has a thread of its own.
 */
final class ControlSocket implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(ControlSocket.class);

  /** After a failure. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Path folder;
  private final Path path;
  private final ServerSocketChannel channel;

  private ControlSocket(Path folder, Path path, ServerSocketChannel channel) {
    this.folder = folder;
    this.path = path;
    this.channel = channel;
  }

  /**
   * Opens a socket in the folder for temporary files; nobody is accepted yet.
   *
   * @throws IOException if that is not possible: the folder is not writable, or its path too long
   */
  static ControlSocket open() throws IOException {
    Path folder = Files.createTempDirectory("tailgate-"); // its mode is 0700
    Path path = folder.resolve("socket");
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    var socket = new ControlSocket(folder, path, channel);
    try {
      channel.bind(UnixDomainSocketAddress.of(path));
      return socket;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw new IOException("cannot make the socket " + path + ": " + e.getMessage(), e);
    }
  }

  Path path() {
    return path;
  }

  /** From now on processes are accepted, and this listener hears what they say. */
  void start(ProcessLink.Listener listener) {
    daemon("tailgate-supervisor-accept", () -> accept(listener));
  }

  private void accept(ProcessLink.Listener listener) {
    while (channel.isOpen()) {
      try {
        acceptOne(listener);
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException | RuntimeException | Error e) {
        LOG.warn("cannot accept a process: {}", e.getMessage());
        LockSupport.parkNanos(PAUSE.toNanos()); // there may be no descriptor, or no thread
      }
    }
  }

  private void acceptOne(ProcessLink.Listener listener) throws IOException {
    SocketChannel client = channel.accept();
    try {
      var connection = new ProcessLink(client);
      daemon("tailgate-supervisor-link", () -> connection.read(listener));
    } catch (Throwable t) {
      client.close();
      throw t;
    }
  }

  private static void daemon(String name, Runnable task) {
    Thread.ofPlatform().daemon().name(name).start(task);
  }

  /** Removes the socket. Links that are open stay so. */
  @Override
  public void close() {
    try {
      channel.close();
      Files.deleteIfExists(path);
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      LOG.debug("cannot remove {}", path, e);
    }
  }
}
