package tailgate.cli;

import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.http.DeferredResponse;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.log.SafeLogger;

/**
 * Wraps a handler from a jar of the user and checks its responses. An invalid response counts as a
 * failure, like an exception, so that it does not break the connection.
 *
 * <p>Thread-safe if the user's handler is, except for {@link #close}, which is for the thread that
 * stops the server.
 */
public final class OwnHandler implements Handler, AutoCloseable {

  private static final Logger LOG = SafeLogger.of(OwnHandler.class);

  private final Handler handler;
  private final boolean prompt;
  private final boolean readsBody;
  private final URLClassLoader loader;

  private OwnHandler(Handler handler, URLClassLoader loader) {
    this.handler = handler;
    this.prompt = ask(handler, "isPrompt", Handler::isPrompt);
    this.readsBody = ask(handler, "readsBody", Handler::readsBody);
    this.loader = loader;
  }

  /**
   * Loads the class and creates an instance.
   *
   * @throws StartupException if that is not possible
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

  private static boolean ask(Handler handler, String question, Predicate<Handler> method) {
    try {
      return method.test(handler);
    } catch (Throwable e) { // also a LinkageError
      throw new StartupException(
          "%s of %s threw %s".formatted(question, handler.getClass().getName(), e), e);
    }
  }

  @Override
  public Response handle(Request request) throws Exception {
    return checked(handler.handle(request));
  }

  private static Response checked(@Nullable Response given) {
    Response answer = Objects.requireNonNull(given, "the handler returned null");
    if (answer instanceof DeferredResponse deferred) {
      return deferred.with(next -> request -> checked(next.handle(request)));
    }
    if (answer.status() == Status.CONTINUE) {
      // The client would go on waiting. Only the connection knows whether a 100 is expected.
      throw new IllegalStateException(
          "the handler returned status 100, which is not a final response");
    }
    return answer;
  }

  @Override
  public boolean isPrompt() {
    return prompt;
  }

  @Override
  public boolean readsBody() {
    return readsBody;
  }

  /** Closes the handler if it is AutoCloseable, and its jar. */
  @Override
  public void close() {
    if (handler instanceof AutoCloseable closeable) {
      closeQuietly(closeable);
    }
    closeQuietly(loader);
  }

  /** A failure must not prevent the server from stopping. */
  private static void closeQuietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Throwable e) { // also a LinkageError, if the jar was replaced
      LOG.warn("cannot close {}", closeable, e);
    }
  }
}
