package tailgate.admin;

import com.sun.net.httpserver.Headers;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.admin.AdminPage.Answer;
import tailgate.content.cache.CacheStatistics;
import tailgate.metrics.Latency;
import tailgate.metrics.LogLines;
import tailgate.metrics.RequestMetrics;

/**
 * {@link Stats} as metrics of Prometheus. Names follow its conventions: base units, {@code _total}
 * for counters, and for process and JVM the names of Prometheus' own client libraries.
 *
 * <p>Latencies are histograms and not summaries, because buckets of several servers can be added
 * before a quantile is computed. Exact quantiles of this server are in {@code /stats}.
 *
 * <p>Confined to one thread, and used once.
 */
final class PrometheusMetrics {

  private static final double NANOS = 1e9;
  private static final ExpositionFormats FORMATS = ExpositionFormats.init();

  private final Stats stats;
  private final @Nullable RequestMetrics metrics;
  private final SnapshotBuilder series = new SnapshotBuilder();

  private PrometheusMetrics(Stats stats, @Nullable RequestMetrics metrics) {
    this.stats = stats;
    this.metrics = metrics;
  }

  /** The metrics in the text format of Prometheus, or in OpenMetrics if the client accepts it. */
  static Answer text(Stats stats, @Nullable RequestMetrics metrics, Headers request)
      throws IOException {
    ExpositionFormatWriter writer = FORMATS.findWriter(request.getFirst("Accept"));
    var out = new ByteArrayOutputStream();
    writer.write(out, new PrometheusMetrics(stats, metrics).all());
    return new Answer(200, writer.getContentType(), out.toString(StandardCharsets.UTF_8));
  }

  private MetricSnapshots all() {
    server();
    requests();
    connections();
    accessLog();
    pool();
    CacheStatistics cache = stats.cache();
    if (cache != null) {
      cache(cache);
    }
    jvm();
    return series.build();
  }

  private void server() {
    series.add(
        InfoSnapshot.builder()
            .name("tailgate")
            .help("The stage of this server.")
            .dataPoint(
                InfoSnapshot.InfoDataPointSnapshot.builder()
                    .labels(
                        Labels.of(
                            "stage", stats.stage().name(), "dispatch", stats.stage().dispatch()))
                    .build())
            .build());
    series.gauge(
        "process_start_time_seconds",
        "Start time of the server in seconds since 1970.",
        stats.timeMillis() / 1e3 - stats.uptimeSeconds());
  }

  // ---- the server

  private void requests() {
    Stats.Requests requests = stats.requests();
    RequestMetrics measured = metrics;
    if (requests == null || measured == null) {
      return;
    }
    series.counters("tailgate_requests", "Answered requests.", "code", requests.byClass());
    series.gauge(
        "tailgate_requests_in_flight", "Requests that a worker is serving.", requests.inFlight());
    histogram(
        "tailgate_request_duration",
        "Time from the arrival of a request to the end of its response.",
        measured.total());
    histogram(
        "tailgate_request_queue_wait",
        "Time that requests wait for a worker.",
        measured.queueWait());
    histogram(
        "tailgate_request_service", "Time that a worker spends on a request.", measured.service());
  }

  private void histogram(String name, String help, Latency latency) {
    series.add(
        HistogramSnapshot.builder()
            .name(name + "_seconds")
            .unit(Unit.SECONDS)
            .help(help)
            .dataPoint(HistogramBuckets.of(latency.total()))
            .build());
  }

  private void connections() {
    Stats.Connections now = stats.connections();
    series.gauge("tailgate_connections_open", "Open connections.", now.open());
    series.counter("tailgate_connections_accepted", "Accepted connections.", now.accepted());
    series.counter("tailgate_connections_closed", "Closed connections.", now.closed());
    series.counter(
        "tailgate_connections_aborted",
        "Connections that broke while data was to be sent or received.",
        now.aborted());
    series.counter(
        "tailgate_accept_failures",
        "Failed attempts to accept a connection.",
        now.acceptFailures());
    series.counter("tailgate_received_bytes", "Bytes received.", stats.bytes().received());
    series.counter("tailgate_sent_bytes", "Bytes sent.", stats.bytes().sent());
    series.counters(
        "tailgate_rejections",
        "Requests and connections rejected with 503.",
        "cause",
        stats.rejections());
    series.counters("tailgate_refusals", "Invalid messages, by cause.", "cause", stats.refusals());
    series.counters("tailgate_timeouts", "Expired deadlines, by cause.", "cause", stats.timeouts());
    series.counters(
        "tailgate_admin_refusals",
        "Requests refused on the admin port, by cause.",
        "cause",
        stats.adminRefusals());
    Long misdirected = stats.misdirected();
    if (misdirected != null) {
      series.counter(
          "tailgate_misdirected_requests",
          "Requests answered with 421 because their host is not allowed.",
          misdirected);
    }
    series.counter(
        "tailgate_handler_failures",
        "Requests answered with 500 because the handler threw.",
        stats.handlerFailures());
  }

  private void accessLog() {
    LogLines now = stats.accessLog();
    if (now != null) {
      series.counter(
          "tailgate_access_log_lines",
          "Lines for the access log, including lost ones.",
          now.lines());
      series.counter(
          "tailgate_access_log_lost_lines",
          "Lines that could not be written to the access log.",
          now.linesLost());
    }
  }

  private void pool() {
    Stats.Pool now = stats.pool();
    series.gaugeIfPresent("tailgate_pool_workers", "Worker threads.", now.workers());
    series.gaugeIfPresent("tailgate_pool_busy", "Worker threads that are busy.", now.busy());
    series.gaugeIfPresent("tailgate_pool_min", "Minimum number of worker threads.", now.min());
    series.gaugeIfPresent("tailgate_pool_max", "Maximum number of worker threads.", now.max());
    series.gaugeIfPresent("tailgate_pool_queue_length", "Queued tasks.", now.queued());
    series.gaugeIfPresent(
        "tailgate_pool_queue_capacity", "Maximum number of queued tasks.", now.capacity());
    Stats.Resizes resizes = now.resizes();
    if (resizes != null) {
      series.resizes(resizes);
    }
    Stats.PoolFailures failures = now.failures();
    if (failures != null) {
      series.counters(
          "tailgate_pool_failures",
          "Threads that could not be started, and exceptions of the scaling policy.",
          "cause",
          Map.of("thread_start", failures.threadStarts(), "scaling", failures.scaling()));
    }
  }

  private void cache(CacheStatistics now) {
    series.counter("tailgate_cache_hits", "Cache look-ups that found the file.", now.hits());
    series.counter(
        "tailgate_cache_misses", "Cache look-ups that had to load the file.", now.misses());
    series.counter("tailgate_cache_loads", "Attempts to load a file into the cache.", now.loads());
    series.counter(
        "tailgate_cache_load_failures", "Failed attempts to load a file.", now.failedLoads());
    series.counter(
        "tailgate_cache_load_seconds", "Time spent loading files.", now.loadNanos() / NANOS);
    series.counter(
        "tailgate_cache_evictions", "Files removed to make room for others.", now.evictions());
    series.counter(
        "tailgate_cache_removals", "Files removed because they were outdated.", now.removals());
    series.gauge("tailgate_cache_entries", "Files in the cache.", now.entries());
    series.gauge("tailgate_cache_size_bytes", "Size of the cache in bytes.", now.bytes());
  }

  // ---- the process

  private void jvm() {
    Stats.Jvm now = stats.jvm();
    series.counter("process_cpu_seconds", "CPU time used.", now.cpuNanos() / NANOS);
    series.gaugeIfPresent("process_resident_memory_bytes", "Resident memory.", now.residentBytes());
    series.gauge("jvm_threads_current", "Platform threads.", now.platformThreads());
    heap("jvm_memory_used_bytes", "Memory used.", now.heapUsedBytes());
    heap("jvm_memory_committed_bytes", "Memory committed.", now.heapCommittedBytes());
    heap("jvm_memory_max_bytes", "Maximum memory.", now.heapMaxBytes());
    series.collections(now.collectors());
    if (now.pinnedVirtualThreads() != null) {
      series.counter(
          "tailgate_pinned_virtual_threads",
          "Virtual threads that blocked without releasing their carrier.",
          now.pinnedVirtualThreads());
    }
  }

  private void heap(String name, String help, long bytes) {
    series.gauges(name, help, "area", Map.of("heap", bytes));
  }
}
