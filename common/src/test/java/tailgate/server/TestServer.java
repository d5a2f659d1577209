package tailgate.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.http.Limits;
import tailgate.server.connection.ConnectionSettings;
import tailgate.server.connection.DescriptorBudget;
import tailgate.server.connection.Timeouts;
import tailgate.server.observe.Observation;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;

/** A server on a free port, for one test. */
public final class TestServer implements AutoCloseable {

  private static final Duration GRACE = Duration.ofMillis(100);

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
        new ConnectionSettings(
            maxConnections,
            DescriptorBudget.UNLIMITED,
            0,
            timeouts,
            Limits.DEFAULT,
            ServerConfig.defaultRequestMemory()),
        overload,
        GRACE);
  }

  /** A configuration on a free port, with a cap on the connections of one client. */
  static ServerConfig configPerClient(int maxConnectionsPerClient) {
    return config(DescriptorBudget.UNLIMITED, maxConnectionsPerClient, GRACE);
  }

  /** A configuration on a free port, in a process with so many descriptors. */
  static ServerConfig config(DescriptorBudget descriptors) {
    return config(descriptors, 0, GRACE);
  }

  /** A configuration on a free port, for clients that this machine may hold up for so long. */
  static ServerConfig configWithGrace(Duration stopGrace) {
    return config(DescriptorBudget.UNLIMITED, 0, stopGrace);
  }

  private static ServerConfig config(
      DescriptorBudget descriptors, int maxConnectionsPerClient, Duration stopGrace) {
    ServerConfig usual = config();
    ConnectionSettings most = usual.connections();
    var connections =
        new ConnectionSettings(
            most.max(),
            descriptors,
            maxConnectionsPerClient,
            most.timeouts(),
            most.limits(),
            most.requestMemory());
    return new ServerConfig(
        usual.address(), usual.backlog(), connections, usual.overload(), stopGrace);
  }

  /** The stage with these two of its words changed. */
  public static Stage with(Stage stage, Dispatch dispatch, boolean keepAlive) {
    return stage.with(dispatch, keepAlive);
  }

  /** Starts the stage with a handler. */
  public static TestServer start(Stage stage, ServerConfig config, Handler handler) {
    return start(stage, config, handler, System::nanoTime);
  }

  /** The same, with a clock for the times of clients. */
  static TestServer start(
      Stage stage, ServerConfig config, Handler handler, LongSupplier nanoClock) {
    return start(stage, config, handler, ErrorPages.BUILT_IN, Observation.NONE, nanoClock);
  }

  /** The same with pages for errors. */
  public static TestServer start(
      Stage stage, ServerConfig config, Handler handler, ErrorPages errorPages) {
    return start(stage, config, handler, errorPages, Observation.NONE, System::nanoTime);
  }

  /** The same, observed. */
  public static TestServer start(
      Stage stage, ServerConfig config, Handler handler, Observation observation) {
    return start(stage, config, handler, ErrorPages.BUILT_IN, observation, System::nanoTime);
  }

  private static TestServer start(
      Stage stage,
      ServerConfig config,
      Handler handler,
      ErrorPages errorPages,
      Observation observation,
      LongSupplier nanoClock) {
    try {
      Server server =
          new Server(
              stage,
              config,
              null,
              handler,
              errorPages,
              observation,
              InstantSource.system(),
              nanoClock);
      server.start();
      return new TestServer(server);
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

  /** Waits until so many connections are open. */
  public void awaitConnections(int count) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> server.openConnections() == count);
  }

  /** Stops it; whether everybody finished in time. */
  public boolean stop() throws InterruptedException {
    stopped = true;
    return server.stop(RawClient.PATIENCE);
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
