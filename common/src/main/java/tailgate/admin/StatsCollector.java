package tailgate.admin;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.metrics.Latency;
import tailgate.metrics.RequestMetrics;
import tailgate.metrics.StatusClass;
import tailgate.metrics.StatusCounts;
import tailgate.server.Server;
import tailgate.server.observe.ServerCounters;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** Collects {@link Stats} from all counters of a server. Thread-safe. */
final class StatsCollector {

  private static final int SHORT_WINDOW_SECONDS = 10;
  private static final int LONG_WINDOW_SECONDS = 60;

  private final Server server;
  private final Sources sources;
  private final Supplier<Map<String, Long>> adminRefusals;
  private final InstantSource clock;
  private final LongSupplier nanoClock;
  private final long startNanos;

  /** Volatile: written once, by the thread that stops the server. */
  private volatile boolean draining;

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

  /** The request metrics; null if requests are not measured. */
  @Nullable RequestMetrics metrics() {
    return sources.metrics();
  }

  void drain() {
    draining = true;
  }

  /** {@code "ready"}, or why a load balancer should send no more requests. */
  String state() {
    if (draining) {
      return "draining";
    }
    return server.cap().isRefusing() ? "full" : "ready";
  }

  /** The statistics for a client that asks for them. */
  Stats stats() {
    return stats(server.stage().pool().pinned());
  }

  /**
   * The statistics for the history, without pinned virtual threads: counting those starts a flight
   * recording, which nobody has asked for.
   */
  Stats statsForHistory() {
    return stats(OptionalLong.empty());
  }

  private Stats stats(OptionalLong pinned) {
    ServerCounters counters = server.counters();
    RequestMetrics metrics = sources.metrics();
    return new Stats(
        clock.millis(),
        (nanoClock.getAsLong() - startNanos) / (double) Duration.ofSeconds(1).toNanos(),
        state(),
        stageInfo(server.stage()),
        metrics == null ? null : requests(metrics),
        connections(counters),
        new Stats.Bytes(counters.bytesReceived(), counters.bytesSent()),
        counters.overloadsByCause(),
        counters.refusalsByCause(),
        counters.timeoutsByCause(),
        sources.misdirected() == null ? null : sources.misdirected().getAsLong(),
        adminRefusals.get(),
        sources.accessLog() == null ? null : sources.accessLog().get(),
        counters.handlerFailures(),
        PoolStats.now(server.stage().pool()),
        sources.cache() == null ? null : sources.cache().get(),
        JvmStats.now(pinned));
  }

  private static Stats.StageInfo stageInfo(Stage stage) {
    return new Stats.StageInfo(
        stage.name(),
        stage.dispatch().name().toLowerCase(Locale.ROOT),
        stage.keepAlive(),
        stage.dispatch() == Dispatch.REQUEST ? stage.reactors() : null,
        stage.workers());
  }

  private Stats.Connections connections(ServerCounters counters) {
    return new Stats.Connections(
        server.openConnections(),
        counters.accepted(),
        server.closedConnections(),
        counters.aborted(),
        counters.acceptFailures(),
        server.cap().max(),
        server.cap().isReached(),
        counters.evictedIdle(),
        counters.closedWithoutLingering(),
        server.requestMemory().used(),
        server.requestMemory().limit());
  }

  // ---- requests

  private static Stats.Requests requests(RequestMetrics metrics) {
    Map<String, Long> byClass = new TreeMap<>();
    StatusCounts ended = metrics.ended();
    for (StatusClass status : StatusClass.values()) {
      byClass.put(status.label(), ended.get(status));
    }
    var latencies =
        new Stats.Latencies(
            spans(metrics.queueWait()), spans(metrics.service()), spans(metrics.total()));
    return new Stats.Requests(ended.total(), byClass, metrics.inFlight(), latencies);
  }

  private static Stats.Spans spans(Latency latency) {
    return new Stats.Spans(
        quantiles(latency.last(SHORT_WINDOW_SECONDS)),
        quantiles(latency.last(LONG_WINDOW_SECONDS)),
        quantiles(latency.total()));
  }

  private static Stats.Quantiles quantiles(Histogram values) {
    long count = values.getTotalCount();
    if (count == 0) {
      return new Stats.Quantiles(0, null, null, null, null, null, null, null, null);
    }
    return new Stats.Quantiles(
        count,
        values.getMinValue(),
        values.getValueAtPercentile(50),
        values.getValueAtPercentile(90),
        values.getValueAtPercentile(95),
        values.getValueAtPercentile(99),
        values.getValueAtPercentile(99.9),
        values.getValueAtPercentile(99.99),
        values.getMaxValue());
  }
}
