package tailgate.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import tailgate.content.CacheSettings;
import tailgate.content.Compression;
import tailgate.content.FileHandler;
import tailgate.content.Site;
import tailgate.http.Handler;
import tailgate.http.Limits;

/** A server on a free port, for one test. */
public final class TestServer implements AutoCloseable {

  private static final Duration DRAIN = Duration.ofSeconds(20);

  private final Server server;
  private boolean stopped;

  private TestServer(Server server) {
    this.server = server;
  }

  /** The usual configuration on a free port. */
  public static ServerConfig config() {
    return config(10_000, OverloadPolicy.BLOCK, Timeouts.DEFAULT);
  }

  /** A configuration on a free port. */
  public static ServerConfig config(
      int maxConnections, OverloadPolicy overload, Timeouts timeouts) {
    return new ServerConfig(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        1024,
        maxConnections,
        overload,
        timeouts,
        Limits.DEFAULT);
  }

  /** The stage with these two of its words changed. */
  public static Stage with(Stage stage, Dispatch dispatch, boolean keepAlive) {
    return stage.with(dispatch, keepAlive);
  }

  /** Starts the stage with a handler. */
  public static TestServer start(Stage stage, ServerConfig config, Handler handler) {
    return start(stage, config, handler, Observation.NONE);
  }

  /** The same, observed. */
  public static TestServer start(
      Stage stage, ServerConfig config, Handler handler, Observation observation) {
    try {
      Server server = new Server(stage, config, handler, observation);
      server.start();
      return new TestServer(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A handler that serves the files below {@code root}. */
  public static Handler files(Path root) {
    try {
      return new FileHandler(
          new Site(root),
          CacheSettings.DEFAULT,
          Compression.DEFAULT,
          InstantSource.system(),
          System::nanoTime);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connects to it. */
  public RawClient connect() throws IOException {
    return new RawClient(server.address());
  }

  /** The server itself. */
  public Server server() {
    return server;
  }

  /** Stops it; whether everybody finished in time. */
  public boolean stop() throws InterruptedException {
    stopped = true;
    return server.stop(DRAIN);
  }

  @Override
  public void close() {
    try {
      if (!stopped) {
        server.stop(Duration.ZERO);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
