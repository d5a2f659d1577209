package tailgate.admin;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tailgate.content.TestSite;
import tailgate.content.cache.CacheStatistics;
import tailgate.metrics.PoolGauges;
import tailgate.metrics.RequestMetrics;
import tailgate.server.TestServer;
import tailgate.server.observe.Observation;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** A server on a free port and what watches over it, for one test. */
record WatchedServer(TestServer server, Management management) implements AutoCloseable {

  private static final CacheStatistics CACHE =
      SomeStats.read(
          CacheStatistics.class,
          """
          {"hits": 1, "misses": 2, "loads": 3, "failedLoads": 4, "loadNanos": 5, "kept": 6,
           "evictions": 7, "removals": 8, "entries": 9, "bytes": 10, "diskFailures": 11}
          """);

  /** With an admin endpoint on a free port. */
  static WatchedServer start(Path root, @Nullable RequestMetrics metrics, PoolGauges pool)
      throws IOException {
    var stage = new Stage("test", Dispatch.REQUEST, true, 1, "one", pool, new DirectExecutor());
    TestServer server =
        TestServer.start(
            stage,
            TestServer.config(),
            TestSite.files(root),
            metrics == null ? Observation.NONE : Observation.of(System::nanoTime, metrics));
    return new WatchedServer(server, watch(server, metrics, 0));
  }

  /** Another admin endpoint for the same server. */
  static Management watch(TestServer server, @Nullable RequestMetrics metrics, int port)
      throws IOException {
    var management = management(server, metrics);
    management.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), host -> false);
    management.start();
    return management;
  }

  /** One that does not listen yet. */
  static Management management(TestServer server, @Nullable RequestMetrics metrics) {
    return new Management(
        server.server(), new Sources(() -> CACHE, metrics, null, null, () -> true));
  }

  InetSocketAddress admin() {
    return management.address().orElseThrow();
  }

  @Override
  public void close() {
    management.close();
    server.close();
  }
}
