package tailgate.supervisor;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.supervisor.Frame.Kind;

/**
 * The link of a process to its supervisor.
 *
 * <pre>
 *   connected ──ready──▶ answering ──end──▶ closed
 *                          └──the supervisor is gone, or the link fails──▶ lost: the process
 *                                                             drains and ends
 * </pre>
 *
 * <p>A process does not outlive its supervisor, even if the supervisor is killed: nobody would
 * replace the process, and nobody would pass signals on to it. The kernel closes the link when the
 * supervisor dies.
 *
 * <p>Thread-safe.
 *
 * <p>Tests: SupervisorLinkTest.
 */
public final class SupervisorLink implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(SupervisorLink.class);

  /** The variable of a process's environment that has the path of the supervisor's socket. */
  static final String SOCKET = "TAILGATE_SUPERVISOR";

  /** The variable of a process's environment that has its number. */
  static final String NUMBER = "TAILGATE_PROCESS";

  private final Path socket;
  private final int number;
  private final SocketChannel channel;
  private final ReentrantLock writing = new ReentrantLock();

  /** Volatile: set by the thread that closes, read by the thread that reads. */
  private volatile boolean closed;

  /** What a process does for its supervisor. Thread-safe. */
  public interface Server {

    /** Makes the figures for {@code ProcessFigures}. */
    byte[] figures(boolean pinned) throws IOException;

    /** Makes a dump of all threads. */
    String threads() throws IOException;

    /**
     * Hears that other processes take over. This one must stop accepting, say {@link
     * SupervisorLink#left}, then end. Returns at once.
     */
    void leave();

    /**
     * No other process accepts: the answer to {@link SupervisorLink#closing} if it is not {@link
     * #leave}.
     */
    void close();

    /** Hears that the supervisor is gone. This process must end. Returns at once. */
    void lost();
  }

  private SupervisorLink(Path socket, int number, SocketChannel channel) {
    this.socket = socket;
    this.number = number;
    this.channel = channel;
  }

  /**
   * Connects to the supervisor that has started this process.
   *
   * @param environment of this process
   * @return null if it was started by somebody else
   * @throws IOException if the supervisor is gone
   */
  public static @Nullable SupervisorLink connect(Map<String, String> environment)
      throws IOException {
    String path = environment.get(SOCKET);
    String number = environment.get(NUMBER);
    if (path == null || number == null) {
      return null;
    }
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(path));
      return new SupervisorLink(Path.of(path), Integer.parseInt(number), channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e instanceof IOException io ? io : new IOException(e.toString(), e);
    }
  }

  /**
   * Tells the supervisor that this process serves. From now on its questions are answered.
   *
   * @param banner what the supervisor may print
   * @throws IOException if the supervisor is gone
   */
  public void ready(String banner, Server server) throws IOException {
    send(Frame.of(Kind.READY, name() + banner));
    Thread.ofPlatform().daemon().name("tailgate-supervisor-link").start(() -> answer(server));
  }

  /**
   * Tells the supervisor that has started this process, if there is one, why it will end, and waits
   * until it knows.
   *
   * @param environment of this process
   */
  public static void tellFailure(Map<String, String> environment, String reason) {
    try (SupervisorLink link = connect(environment)) {
      if (link != null) {
        link.send(Frame.of(Kind.FAILED, link.name() + reason));
        Frame.readFrom(link.channel); // until the supervisor closes the link
      }
    } catch (IOException e) {
      LOG.debug("cannot tell", e);
    }
  }

  private String name() {
    return number + " " + ProcessHandle.current().pid() + "\n";
  }

  /**
   * Tells the supervisor that this process is about to close the port. It answers with {@link
   * Server#leave}, or with {@link Server#close}.
   *
   * @throws IOException if the supervisor is gone
   */
  public void closing() throws IOException {
    send(new Frame(Kind.CLOSING, new byte[0]));
  }

  /**
   * Tells the supervisor that this process, as {@link Server#leave} says, does not hold the port
   * any more.
   *
   * @throws IOException if the supervisor is gone
   */
  public void left() throws IOException {
    send(new Frame(Kind.LEFT, new byte[0]));
  }

  /** Sends the last figures and closes the link; the supervisor learns the rest from the exit. */
  public void end(byte[] figures) {
    closed = true;
    try (channel) {
      send(new Frame(Kind.NEWS, figures));
    } catch (IOException e) {
      LOG.debug("the supervisor is gone", e);
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("cannot close the link", e);
    }
  }

  /**
   * The first figures are sent without being asked for, and after the READY message, because making
   * them takes time at the start.
   */
  private void answer(Server server) {
    try {
      send(new Frame(Kind.NEWS, server.figures(false)));
      Frame frame = Frame.readFrom(channel);
      while (frame != null) {
        answer(server, frame);
        frame = Frame.readFrom(channel);
      }
    } catch (IOException e) { // a supervisor that was killed
      LOG.debug("the link has failed", e);
    } catch (Throwable e) { // even without memory or threads this process must not outlive it
      LOG.warn("the link has failed", e);
    }
    if (!closed) {
      LOG.warn("the link to the supervisor has ended, so this process ends too");
      removeSocketOfKilled();
      server.lost();
    }
  }

  private void answer(Server server, Frame frame) throws IOException {
    switch (frame.kind()) {
      case ASK -> send(new Frame(Kind.FIGURES, server.figures(frame.content()[0] == 1)));
      case ASK_THREADS -> startSendingThreads(server);
      case LEAVE -> server.leave();
      case CLOSE -> server.close();
      default -> {}
    }
  }

  /** A dump may take seconds; other questions are answered meanwhile. */
  private void startSendingThreads(Server server) {
    try {
      Thread.ofPlatform().daemon().name("tailgate-thread-dump").start(() -> sendThreads(server));
    } catch (OutOfMemoryError e) { // no thread for it; the link must not end for that
      LOG.warn("no thread dump: {}", e.getMessage());
    }
  }

  private void sendThreads(Server server) {
    try {
      send(Frame.of(Kind.THREADS, server.threads()));
    } catch (IOException e) {
      LOG.debug("no thread dump", e);
    }
  }

  private void send(Frame frame) throws IOException {
    writing.lock();
    try {
      frame.writeTo(channel);
    } finally {
      writing.unlock();
    }
  }

  /**
   * Removes the socket of a supervisor that was killed and could not remove it. A supervisor that
   * still runs needs its socket, even if this link has failed or was closed.
   */
  private void removeSocketOfKilled() {
    try (SocketChannel other = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      LOG.debug("the supervisor lives: {}", other);
    } catch (ConnectException e) { // there is a file, and nobody listens
      removeSocket();
    } catch (IOException e) {
      LOG.debug("the socket was removed, or nobody knows", e);
    }
  }

  private void removeSocket() {
    try {
      Files.deleteIfExists(socket);
      Path folder = socket.getParent();
      if (folder != null) {
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      LOG.debug("cannot remove {}", socket, e);
    }
  }
}
