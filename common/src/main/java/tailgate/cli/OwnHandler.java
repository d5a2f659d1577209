package tailgate.cli;

import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * A handler from a jar of the user's. Nothing has checked that code, so what it answers is checked
 * here: a wrong answer is a failure like an exception, and not the end of a connection or worse.
 *
 * <p>Thread-safe if the user's handler is, but for {@link #close}, which belongs to the thread that
 * stops the server.
 */
final class OwnHandler implements Handler, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OwnHandler.class);

  private final Handler handler;
  private final URLClassLoader loader;

  private OwnHandler(Handler handler, URLClassLoader loader) {
    this.handler = handler;
    this.loader = loader;
  }

  /**
   * Loads the class and makes an object of it.
   *
   * @throws StartupException if that cannot be done
   */
  static OwnHandler load(Path jar, String className) {
    HandlerJar from = new HandlerJar(jar);
    URLClassLoader loader = from.open();
    try {
      return new OwnHandler(from.make(className, loader), loader);
    } catch (StartupException e) {
      closeQuietly(loader);
      throw e;
    }
  }

  @Override
  public Response handle(Request request) throws Exception {
    Response answer =
        Objects.requireNonNull(handler.handle(request), "the handler has answered null");
    if (answer.status() == Status.CONTINUE) {
      // The client would go on waiting. Whether one is due only the connection knows.
      throw new IllegalStateException("the handler has answered 100, which is no answer");
    }
    return answer;
  }

  /** Closes the handler, if it can be closed, and its jar. */
  @Override
  public void close() {
    if (handler instanceof AutoCloseable closeable) {
      closeQuietly(closeable);
    }
    closeQuietly(loader);
  }

  /** What goes wrong now keeps nothing from ending. */
  private static void closeQuietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Throwable e) { // also what a class of a jar that was replaced may throw
      LOG.warn("cannot close {}", closeable, e);
    }
  }
}
