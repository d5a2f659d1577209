package tailgate.restart;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * The server that has started this one, as this one sees it. They send each other these messages,
 * in this order:
 *
 * <pre>
 *   this one                                    the predecessor
 *   token, on a new connection ---------------> is it my successor?
 *   &lt;------------------------------------------ admin PORT
 *   all is loaded: ready ---------------------> from here on it does not give up on this one
 *   accepts clients &lt;-------------------------- accept
 *   accepting --------------------------------> accepts nobody any more, frees the admin port
 *   admin port, control socket &lt;--------------- released
 *   done -------------------------------------> tells who asked; ends its connections, and ends
 * </pre>
 *
 * <p>If the connection ends, the predecessor was killed. This one then serves nevertheless, because
 * it has the port. Confined to the thread that starts the server.
 *
 * <p>Tests: PredecessorTest.
 */
public final class Predecessor implements AutoCloseable {

  /** The environment variable with a token, a blank and the path of the control socket. */
  public static final String VARIABLE = "TAILGATE_PREDECESSOR";

  static final String ADMIN = "admin";
  static final String READY = "ready";
  static final String ACCEPT = "accept";
  static final String ACCEPTING = "accepting";
  static final String RELEASED = "released";
  static final String DONE = "done";
  static final String FAILED = "failed";
  static final String NOTED = "noted";

  private static final Logger LOG = SafeLogger.of(Predecessor.class);

  /**
   * How long the predecessor may take to answer; it may be busy, but does not wait for anything.
   */
  private static final Duration STEP = Duration.ofSeconds(10);

  private final Line line;
  private final OptionalInt adminPort;

  private Predecessor(Line line, Duration patience) throws IOException {
    this.line = line;
    String port = line.expect(ADMIN, patience);
    this.adminPort = port.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(port));
  }

  /**
   * The predecessor; null if this server is the first one, or the predecessor was killed.
   *
   * @throws RestartException if the predecessor runs and does not answer: then each of the two
   *     servers would continue as if it were alone
   */
  public static @Nullable Predecessor find() throws RestartException {
    return find(System.getenv(VARIABLE), STEP);
  }

  static @Nullable Predecessor find(@Nullable String variable, Duration patience)
      throws RestartException {
    Line line = connect(variable);
    if (line == null) {
      return null;
    }
    try {
      return new Predecessor(line, patience);
    } catch (SocketTimeoutException e) {
      close(line);
      throw new RestartException("the server before this one does not answer");
    } catch (IOException | NumberFormatException e) {
      LOG.warn("the server before this one has ended: {}", e.getMessage());
      close(line);
      return null;
    }
  }

  /** Tells the predecessor, if there is one, why this server cannot start. */
  public static void tellFailure(String reason) {
    Line line = connect(System.getenv(VARIABLE));
    if (line != null) {
      try (line) {
        line.expect(ADMIN, STEP);
        line.send(FAILED + " " + reason);
        line.expect(NOTED, STEP); // else the end of this process could be seen first
      } catch (IOException e) {
        LOG.debug("cannot tell", e);
      }
    }
  }

  private static @Nullable Line connect(@Nullable String variable) {
    int blank = variable == null ? -1 : variable.indexOf(' ');
    if (variable == null || blank < 0) {
      return null;
    }
    Line line = null;
    try {
      line = Line.connect(UnixDomainSocketAddress.of(Path.of(variable.substring(blank + 1))));
      line.send(variable.substring(0, blank));
      return line;
    } catch (IOException | RuntimeException e) {
      LOG.debug("no predecessor", e);
      if (line != null) {
        close(line);
      }
      return null;
    }
  }

  /** The admin port that the predecessor has and will free; absent if it has none. */
  public OptionalInt adminPort() {
    return adminPort;
  }

  /** Says that this server can accept clients, and waits until it should. */
  public void ready() {
    ask(READY, ACCEPT);
  }

  /**
   * Says that this server accepts clients, and waits until the predecessor accepts none and has
   * freed its ports.
   */
  public void accepting() {
    ask(ACCEPTING, RELEASED);
  }

  private void ask(String word, String answer) {
    try {
      line.send(word);
      line.expect(answer, STEP);
    } catch (IOException e) {
      LOG.warn("the server before this one has ended early: {}", e.getMessage());
    }
  }

  /** Says that this server has taken over everything. */
  public void done() {
    try {
      line.send(DONE);
    } catch (IOException e) {
      LOG.debug("cannot tell", e);
    }
  }

  @Override
  public void close() {
    close(line);
  }

  private static void close(Line line) {
    try {
      line.close();
    } catch (IOException e) {
      LOG.debug("cannot close", e);
    }
  }
}
