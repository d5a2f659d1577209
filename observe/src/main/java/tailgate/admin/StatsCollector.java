package tailgate.admin;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tailgate.admin.AdminPage.Answer;
import tailgate.metrics.CarrierHealth;
import tailgate.metrics.RequestMetrics;
import tailgate.metrics.StatusClass;
import tailgate.metrics.StatusCounts;
import tailgate.server.Server;
import tailgate.server.observe.ServerCounters;
import tailgate.server.observe.ServerCounters.ServerEvent;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** Collects {@link Stats} from all counters of a server. Thread-safe. */
final class StatsCollector implements StatsSource {

  private final Server server;
  private final Sources sources;
  private final Supplier<Map<String, Long>> adminRefusals;
  private final InstantSource clock;
  private final LongSupplier nanoClock;
  private final long startNanos;

  /** Volatile: written once, by the thread that stops the server. */
  private volatile boolean draining;

  /** Volatile: written by the threads that {@link #look}. */
  private volatile boolean rootless;

  /**
   * The uptime of the server counts from now.
   *
   * @param adminRefusals requests refused on the admin port, by cause
   */
  StatsCollector(
      Server server,
      Sources sources,
      Supplier<Map<String, Long>> adminRefusals,
      InstantSource clock,
      LongSupplier nanoClock) {
    this.server = server;
    this.sources = sources;
    this.adminRefusals = adminRefusals;
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
  }

  @Override
  public void drain() {
    draining = true;
  }

  /** Adds the recorded requests to the second that has passed. */
  @Override
  public void tick() {
    RequestMetrics metrics = sources.metrics();
    if (metrics != null) {
      metrics.drain();
    }
  }

  /** Looks for the root apart from the samples, which a disk that hangs would stop. */
  @Override
  public void look() {
    rootless = !sources.root().getAsBoolean();
  }

  @Override
  public String state() {
    if (draining) {
      return "draining";
    }
    if (rootless) {
      return "no root";
    }
    return server.cap().isRefusing() ? "full" : "ready";
  }

  @Override
  public Stats statsForHistory() {
    return snapshot(false).stats();
  }

  @Override
  public Answer metrics(Headers request) throws IOException {
    return PrometheusMetrics.text(snapshot(true), request);
  }

  @Override
  public Answer threads(@Nullable String query) throws IOException {
    return new Answer(200, AdminPage.TEXT, ThreadDump.take());
  }

  @Override
  public Answer live() {
    CarrierHealth carriers = server.stage().pool().carriers().orElse(CarrierHealth.FREE);
    String text = carriers.inOneLine() + "\n" + carriers.stacks();
    return new Answer(carriers.isDead() ? 503 : 200, AdminPage.TEXT, text);
  }

  @Override
  public Snapshot snapshot(boolean pinned) {
    OptionalLong count = pinned ? server.stage().pool().pinned() : OptionalLong.empty();
    RequestMetrics metrics = sources.metrics();
    LatencyHistograms latencies = metrics == null ? null : LatencyHistograms.of(metrics);
    Stats.Requests requests =
        metrics == null || latencies == null ? null : requests(metrics, latencies);
    return new Snapshot(stats(count, requests), latencies);
  }

  private Stats stats(OptionalLong pinned, Stats.@Nullable Requests requests) {
    ServerCounters counters = server.counters();
    return new Stats(
        clock.millis(),
        (nanoClock.getAsLong() - startNanos) / (double) Duration.ofSeconds(1).toNanos(),
        state(),
        stageInfo(server.stage()),
        requests,
        connections(counters),
        new Stats.Bytes(counters.bytesReceived(), counters.bytesSent()),
        counters.overloadsByCause(),
        counters.refusalsByCause(),
        counters.timeoutsByCause(),
        sources.misdirected() == null ? null : sources.misdirected().getAsLong(),
        adminRefusals.get(),
        sources.accessLog() == null ? null : sources.accessLog().get(),
        counters.events(ServerEvent.HANDLER_FAILED),
        PoolStats.now(server.stage().pool()),
        sources.cache() == null ? null : sources.cache().get(),
        JvmStats.now(pinned, server.stage().pool().carriers()),
        null);
  }

  private static Stats.StageInfo stageInfo(Stage stage) {
    return new Stats.StageInfo(
        stage.name(),
        stage.dispatch().name().toLowerCase(Locale.ROOT),
        stage.keepAlive(),
        stage.dispatch() == Dispatch.REQUEST ? stage.listeners() : null,
        stage.workers());
  }

  private Stats.Connections connections(ServerCounters counters) {
    return new Stats.Connections(
        server.openConnections(),
        counters.events(ServerEvent.ACCEPTED),
        server.closedConnections(),
        counters.events(ServerEvent.ABORTED),
        counters.events(ServerEvent.ACCEPT_FAILED),
        server.cap().max(),
        server.cap().isReached(),
        counters.events(ServerEvent.EVICTED_IDLE),
        counters.events(ServerEvent.NOT_LINGERED),
        server.requestMemory().used(),
        server.requestMemory().limit());
  }

  // ---- requests

  private static Stats.Requests requests(RequestMetrics metrics, LatencyHistograms latencies) {
    Map<String, Long> byClass = new TreeMap<>();
    StatusCounts ended = metrics.ended();
    for (StatusClass status : StatusClass.values()) {
      byClass.put(status.label(), ended.get(status));
    }
    return new Stats.Requests(ended.total(), byClass, metrics.inFlight(), latencies.latencies());
  }
}
