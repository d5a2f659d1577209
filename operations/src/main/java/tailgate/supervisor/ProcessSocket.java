package tailgate.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.restart.UnixListener;

/**
 * The socket to which the processes connect. It is in a folder that only this user can enter, so no
 * other user can pretend to be a process. Each link has a thread of its own.
 */
final class ProcessSocket implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(ProcessSocket.class);

  private final Path folder;
  private final UnixListener listener;

  private ProcessSocket(Path folder, UnixListener listener) {
    this.folder = folder;
    this.listener = listener;
  }

  /**
   * Opens a socket in the folder for temporary files; nobody is accepted yet.
   *
   * @throws IOException if that is not possible: the folder is not writable, or its path too long
   */
  static ProcessSocket open() throws IOException {
    Path folder = Files.createTempDirectory("tailgate-"); // its mode is 0700
    try {
      return new ProcessSocket(folder, UnixListener.bind(folder.resolve("socket")));
    } catch (IOException e) {
      Files.deleteIfExists(folder);
      throw e;
    }
  }

  Path path() {
    return listener.path();
  }

  /** Accepts processes from now on; this listener hears what they say. */
  void start(ProcessLink.Listener heard) {
    listener.start("tailgate-supervisor", client -> new ProcessLink(client).read(heard));
  }

  /** Removes the socket. Links that are open stay so. */
  @Override
  public void close() {
    listener.close();
    try {
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      LOG.debug("cannot remove {}", folder, e);
    }
  }
}
