package tailgate.admin;

import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tailgate.admin.AdminPage.Answer;
import tailgate.content.cache.CacheStatistics;
import tailgate.metrics.LogLines;
import tailgate.metrics.RequestMetrics;
import tailgate.server.Server;

/**
 * Makes a running server visible: samples of the last minutes, the admin port, and JMX.
 *
 * <pre>
 *   new --start--> ready --drain--> draining --close--> closed
 * </pre>
 *
 * <p>Confined to the thread that starts and stops the server. It is closed after the server, so
 * that the drain can be observed.
 */
public final class Management implements AutoCloseable {

  /** How long one request may occupy a thread of the admin port. */
  private static final Duration CLIENT_TIMEOUT = Duration.ofSeconds(20);

  private final StatsCollector collector;
  private final StatsHistory history = new StatsHistory();
  private final StatsSampler sampler;
  private final ThreadWatchdog watchdog = new ThreadWatchdog(CLIENT_TIMEOUT, System::nanoTime);
  private final EventStream streams =
      new EventStream(history, watchdog, Long.toHexString(System.currentTimeMillis()));
  private final PeriodicTask ticker;
  private final JmxStats jmx;

  /**
   * Null if there is no admin port. Set before the background thread starts, which reads it too.
   */
  private @Nullable AdminServer admin;

  /** For a server without an access log. */
  public Management(
      Server server, Supplier<CacheStatistics> cache, @Nullable RequestMetrics metrics) {
    this(server, cache, metrics, null);
  }

  /**
   * Nothing runs before {@link #start}.
   *
   * @param cache the statistics of the file cache; null if there is none
   * @param metrics the request metrics; null if requests are not measured
   * @param accessLog the counts of the access log; null if there is none
   */
  public Management(
      Server server,
      @Nullable Supplier<CacheStatistics> cache,
      @Nullable RequestMetrics metrics,
      @Nullable Supplier<LogLines> accessLog) {
    this.collector =
        new StatsCollector(
            server, cache, metrics, accessLog, InstantSource.system(), System::nanoTime);
    this.sampler = new StatsSampler(collector::statsForHistory, history);
    this.jmx = new JmxStats(collector);
    this.ticker =
        new PeriodicTask(jmx::register, List.of(watchdog::sweep, this::drainMetrics, this::sample));
  }

  private void drainMetrics() {
    RequestMetrics metrics = collector.metrics();
    if (metrics != null) {
      metrics.drain();
    }
  }

  private void sample() {
    if (admin != null) {
      sampler.sample();
    }
  }

  /**
   * Binds the admin port and answers there. Must be called before {@link #start}.
   *
   * @throws IOException if the port cannot be bound
   */
  public void listen(InetSocketAddress address) throws IOException {
    AdminServer server = new AdminServer(address, pages(), watchdog);
    admin = server;
    server.start();
  }

  /** Starts the work in the background. */
  public void start() {
    ticker.start();
  }

  /** The address of the admin port, with its actual port number; absent if there is none. */
  public Optional<InetSocketAddress> address() {
    return Optional.ofNullable(admin).map(AdminServer::address);
  }

  /**
   * From now on {@code /health/ready} answers 503, so that load balancers send no more requests.
   */
  public void drain() {
    collector.drain();
  }

  @Override
  public void close() {
    ticker.close();
    try {
      jmx.close();
    } finally { // whatever that throws, the port is closed
      streams.close();
      if (admin != null) {
        admin.close();
      }
    }
  }

  private Map<String, HttpHandler> pages() {
    Map<String, HttpHandler> pages = new LinkedHashMap<>(Asset.all());
    pages.put("/events", streams);
    put(pages, "/metrics", r -> PrometheusMetrics.text(collector.stats(), collector.metrics(), r));
    put(pages, "/stats", r -> new Answer(200, "application/json", StatsJson.of(collector.stats())));
    put(pages, "/health/live", r -> Answer.text(200, "live"));
    put(pages, "/health/ready", r -> ready());
    put(pages, "/threads", r -> new Answer(200, AdminPage.TEXT, ThreadDump.take()));
    return Map.copyOf(pages);
  }

  /** Gives the lambda its type. */
  private static void put(Map<String, HttpHandler> pages, String path, AdminPage page) {
    pages.put(path, page);
  }

  private Answer ready() {
    return collector.draining() ? Answer.text(503, "draining") : Answer.text(200, "ready");
  }
}
