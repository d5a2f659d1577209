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
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tailgate.admin.AdminPage.Answer;
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
 *
 * <p>Tests: ManagementTest.
 */
public final class Management implements AutoCloseable {

  /** How long one request may occupy a thread of the admin port. */
  private static final Duration CLIENT_TIMEOUT = Duration.ofSeconds(20);

  /**
   * The number of thread dumps at a time. A dump of many virtual threads takes megabytes of memory.
   */
  private static final int MAX_DUMPS = 2;

  private final StatsSource source;
  private final StatsHistory history = new StatsHistory();
  private final StatsSampler sampler;
  private final AdminRefusals refusals;
  private final ThreadWatchdog watchdog = new ThreadWatchdog(CLIENT_TIMEOUT, System::nanoTime);
  private final EventStream streams;
  private final PeriodicTask ticker;
  private final JmxStats jmx;

  /**
   * The admin port; null if there is none. Set before the background thread starts, which reads it
   * too, and before any other thread may release the port.
   */
  private @Nullable AdminServer admin;

  /** Prepares the management of a server, of which nothing runs before {@link #start}. */
  public Management(Server server, Sources sources) {
    this(
        refusals ->
            new StatsCollector(
                server, sources, refusals::byCause, InstantSource.system(), System::nanoTime));
  }

  /** Prepares the management of several processes, of which one is ready. */
  public Management(ProcessGroup group, ProcessFigures figures) {
    this(
        refusals ->
            new GroupCollector(
                group, figures, refusals::byCause, InstantSource.system(), System::nanoTime));
  }

  private Management(Function<AdminRefusals, StatsSource> sourceOf) {
    this.refusals = new AdminRefusals();
    this.source = sourceOf.apply(refusals);
    this.streams =
        new EventStream(
            history,
            watchdog,
            refusals,
            Long.toHexString(System.currentTimeMillis()),
            this::isCrowded);
    this.sampler = new StatsSampler(source::statsForHistory, history);
    this.jmx = new JmxStats(source);
    this.ticker =
        new PeriodicTask(jmx::register, List.of(watchdog::sweep, source::tick, this::sample));
  }

  private boolean isCrowded() {
    return admin != null && admin.isCrowded();
  }

  private void sample() {
    if (admin != null) {
      sampler.sample();
    }
  }

  /**
   * Binds the admin port and answers there. Must be called before {@link #start}.
   *
   * @param allowed which hosts may be requested in addition to this machine; gets the value of a
   *     Host field
   * @throws IOException if the port cannot be bound
   */
  public void listen(InetSocketAddress address, Predicate<String> allowed) throws IOException {
    var access = new AccessCheck(address.getAddress(), allowed);
    AdminServer server = new AdminServer(address, new Router(access, watchdog, refusals, pages()));
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
    source.drain();
  }

  /**
   * All figures, for {@link ProcessFigures#answered} in another process. Thread-safe.
   *
   * @param pinned whether pinned virtual threads are among them; from the first time on they are
   *     counted
   */
  public byte[] figures(boolean pinned) throws IOException {
    source.look();
    return SnapshotCodec.encode(source.snapshot(pinned));
  }

  /** A dump of all threads of this process. Thread-safe. */
  public static String threads() throws IOException {
    return ThreadDump.take();
  }

  /** Frees the admin port, for another server. The rest goes on. May be called by any thread. */
  public void releasePort() {
    AdminServer server = admin;
    if (server != null) {
      streams.close();
      server.close();
    }
  }

  @Override
  public void close() {
    ticker.close();
    try {
      jmx.close();
    } finally { // whatever that throws, the port is closed
      releasePort();
    }
  }

  private Map<String, HttpHandler> pages() {
    Map<String, HttpHandler> pages = new LinkedHashMap<>(Asset.all());
    put(pages, "/metrics", source::metrics);
    put(pages, "/stats", r -> new Answer(200, "application/json", StatsJson.of(source.stats())));
    HttpHandler threads =
        exchange -> AdminPage.send(exchange, source.threads(exchange.getRequestURI().getQuery()));
    pages.put("/threads", limited(new Semaphore(MAX_DUMPS), threads));
    Semaphore permits = new Semaphore(AdminServer.MAX_PAGES);
    pages.replaceAll((path, page) -> limited(permits, page));
    put(pages, "/health/live", r -> source.live());
    put(pages, "/health/ready", r -> ready());
    pages.put("/events", streams); // limits itself
    return Map.copyOf(pages);
  }

  /**
   * A page that only so many clients get at a time; the next one gets 503. A client that reads
   * slowly holds a thread of the admin server until {@link ThreadWatchdog} interrupts it. If such
   * clients could hold all threads, no health check would be answered. Nobody waits for a permit,
   * because that would hold a thread too.
   */
  private HttpHandler limited(Semaphore permits, HttpHandler page) {
    return exchange -> {
      if (!permits.tryAcquire()) {
        refusals.busy(exchange, "too many requests for this at a time");
        return;
      }
      try {
        page.handle(exchange);
      } finally {
        permits.release();
      }
    };
  }

  /** Gives the lambda its type. */
  private static void put(Map<String, HttpHandler> pages, String path, AdminPage page) {
    pages.put(path, page);
  }

  private Answer ready() {
    source.look();
    String state = source.state();
    return Answer.text(state.equals("ready") ? 200 : 503, state);
  }
}
