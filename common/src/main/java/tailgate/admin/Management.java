package tailgate.admin;

import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tailgate.admin.Page.Answer;
import tailgate.content.CacheStatistics;
import tailgate.metrics.RequestMetrics;
import tailgate.server.Server;

/**
 * Watches over a running server: keeps the last minute, answers at the admin port and in JMX.
 *
 * <pre>
 *   new --start--> ready --drain--> draining --close--> closed
 * </pre>
 *
 * <p>Belongs to the thread that starts and stops the server. It outlives the server, so that the
 * drain can be watched.
 */
public final class Management implements AutoCloseable {

  private final StatsSource source;
  private final Ticker ticker;
  private final JmxBeans beans;

  /** Null before {@link #listen}, and where nobody is to be answered. */
  private @Nullable AdminServer admin;

  /**
   * Nothing runs before {@link #start}.
   *
   * @param cache what the cache has done; null where there is none
   * @param metrics what is measured of requests; null where nothing is
   */
  public Management(
      Server server, @Nullable Supplier<CacheStatistics> cache, @Nullable RequestMetrics metrics) {
    this.source = new StatsSource(server, cache, metrics, InstantSource.system(), System::nanoTime);
    this.beans = new JmxBeans(source);
    this.ticker =
        new Ticker(
            beans::register,
            () -> {
              if (metrics != null) {
                metrics.drain();
              }
            });
  }

  /**
   * Binds the admin port and answers there.
   *
   * @throws IOException if it cannot be had
   */
  public void listen(InetSocketAddress address) throws IOException {
    AdminServer server = new AdminServer(address, pages());
    admin = server;
    server.start();
  }

  /** Begins with everything that is done in the background. */
  public void start() {
    ticker.start();
  }

  /** Where it answers, with the port that it got; absent where it does not. */
  public Optional<InetSocketAddress> address() {
    return Optional.ofNullable(admin).map(AdminServer::address);
  }

  /** From now on the server is not ready: whoever balances load is to send no more. */
  public void drain() {
    source.drain();
  }

  @Override
  public void close() {
    ticker.close();
    beans.close();
    if (admin != null) {
      admin.close();
    }
  }

  private Map<String, HttpHandler> pages() {
    Map<String, Page> pages = new LinkedHashMap<>();
    pages.put("/", request -> Answer.text(200, String.join("\n", pages.keySet())));
    pages.put("/metrics", request -> PrometheusText.of(source.stats(), source.metrics(), request));
    pages.put("/stats", request -> new Answer(200, "application/json", Json.of(source.stats())));
    pages.put("/health/live", request -> Answer.text(200, "live"));
    pages.put("/health/ready", request -> ready());
    pages.put("/threads", request -> new Answer(200, Page.TEXT, ThreadDump.take()));
    return Map.copyOf(pages);
  }

  private Answer ready() {
    return source.draining() ? Answer.text(503, "draining") : Answer.text(200, "ready");
  }
}
