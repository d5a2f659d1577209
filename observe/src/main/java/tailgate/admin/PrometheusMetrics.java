package tailgate.admin;

import com.sun.net.httpserver.Headers;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.Labels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tailgate.admin.AdminPage.Answer;
import tailgate.content.cache.CacheStatistics;
import tailgate.metrics.LogLines;
import tailgate.metrics.PoolFailures;

/**
 * {@link Stats} as metrics of Prometheus. Names follow its conventions: base units, {@code _total}
 * for counters, and for process and JVM the names of Prometheus' own client libraries.
 *
 * <p>Latencies are histograms and not summaries, because buckets of several servers can be added
 * before a quantile is computed. Exact quantiles of this server are in {@code /stats}.
 *
 * <p>With several processes, each sample of a process has the label {@code process}, so each series
 * belongs to one process. Its counters restart with it, as those of any process do.
 *
 * <p>Confined to one thread, and used once.
 */
final class PrometheusMetrics {

  private static final double NANOS = 1e9;
  private static final ExpositionFormats FORMATS = ExpositionFormats.init();

  private final SnapshotBuilder series = new SnapshotBuilder();

  private PrometheusMetrics() {}

  /** The metrics in the text format of Prometheus, or in OpenMetrics if the client accepts it. */
  static Answer text(Snapshot server, Headers request) throws IOException {
    var metrics = new PrometheusMetrics();
    metrics.whole(server.stats());
    metrics.process(server);
    return metrics.answer(request);
  }

  /**
   * Makes the metrics of several processes, in the formats of {@link #text(Snapshot, Headers)}.
   *
   * @param whole the sum, with all processes
   * @param serving what each process that serves has answered, by its number
   */
  static Answer text(Stats whole, Map<Integer, Snapshot> serving, Headers request)
      throws IOException {
    var metrics = new PrometheusMetrics();
    metrics.whole(whole);
    metrics.processes(Objects.requireNonNullElse(whole.processes(), List.of()));
    serving.forEach(
        (number, snapshot) -> {
          metrics.series.label(label(number));
          metrics.process(snapshot);
        });
    return metrics.answer(request);
  }

  private Answer answer(Headers request) throws IOException {
    ExpositionFormatWriter writer = FORMATS.findWriter(request.getFirst("Accept"));
    var out = new ByteArrayOutputStream();
    writer.write(out, series.build());
    return new Answer(200, writer.getContentType(), out.toString(StandardCharsets.UTF_8));
  }

  private static Labels label(int process) {
    return Labels.of("process", Integer.toString(process));
  }

  // ---- the whole

  private void whole(Stats stats) {
    series.info(
        "tailgate",
        "The stage of this server.",
        Labels.of("stage", stats.stage().name(), "dispatch", stats.stage().dispatch()));
    series.counters(
        "tailgate_admin_refusals",
        "Requests refused on the admin port, by cause.",
        "cause",
        stats.adminRefusals());
  }

  private void processes(List<Stats.ProcessInfo> processes) {
    for (Stats.ProcessInfo process : processes) {
      series.label(label(process.process()));
      series.gauge(
          "tailgate_process_up", "1 if the process serves, else 0.", process.serves() ? 1 : 0);
      series.counter(
          "tailgate_process_starts", "How often the process was started.", process.starts());
    }
  }

  private void process(Snapshot snapshot) {
    Stats stats = snapshot.stats();
    series.gauge(
        "process_start_time_seconds",
        "Start time of the server in seconds since 1970.",
        stats.timeMillis() / 1e3 - stats.uptimeSeconds());
    requests(stats.requests(), snapshot.latencies());
    connections(stats);
    accessLog(stats.accessLog());
    pool(stats.pool());
    CacheStatistics cache = stats.cache();
    if (cache != null) {
      cache(cache);
    }
    jvm(stats.jvm());
  }

  // ---- one process

  private void requests(Stats.@Nullable Requests requests, @Nullable LatencyHistograms latencies) {
    if (requests == null || latencies == null) {
      return;
    }
    series.counters("tailgate_requests", "Answered requests.", "code", requests.byClass());
    series.gauge(
        "tailgate_requests_in_flight", "Requests that a worker is serving.", requests.inFlight());
    series.histogram(
        "tailgate_request_duration",
        "Time from the arrival of a request to the end of its response.",
        latencies.total().all());
    series.histogram(
        "tailgate_request_queue_wait",
        "Time that requests wait for a worker.",
        latencies.queueWait().all());
    series.histogram(
        "tailgate_request_service",
        "Time that a worker spends on a request.",
        latencies.service().all());
  }

  private void connections(Stats stats) {
    Stats.Connections now = stats.connections();
    series.gauge("tailgate_connections_open", "Open connections.", now.open());
    series.gauge("tailgate_connections_max", "Cap on open connections.", now.max());
    series.gauge(
        "tailgate_connections_at_cap",
        "1 if a client came lately when the cap was reached, else 0.",
        now.atCap() ? 1 : 0);
    series.counter(
        "tailgate_connections_evicted_idle",
        "Idle connections closed to make room for others.",
        now.evictedIdle());
    series.counter(
        "tailgate_connections_not_lingered",
        "Connections closed at once, because too many lingered.",
        now.notLingered());
    series.gauge(
        "tailgate_unfinished_bytes", "Bytes that unfinished requests hold.", now.requestMemory());
    series.gauge(
        "tailgate_unfinished_max_bytes",
        "Bytes that unfinished requests may hold.",
        now.maxRequestMemory());
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

  private void accessLog(@Nullable LogLines now) {
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

  private void pool(Stats.Pool now) {
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
    PoolFailures failures = now.failures();
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
    series.counter(
        "tailgate_disk_failures", "Requests for which the disk failed.", now.diskFailures());
    series.gauge("tailgate_cache_entries", "Files in the cache.", now.entries());
    series.gauge("tailgate_cache_size_bytes", "Size of the cache in bytes.", now.bytes());
  }

  private void jvm(Stats.Jvm now) {
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
    if (now.stuckCarriers() != null) {
      series.gauge(
          "tailgate_stuck_carriers",
          "Carriers that have run a virtual thread that waits, for about a second.",
          now.stuckCarriers());
    }
  }

  private void heap(String name, String help, long bytes) {
    series.gauges(name, help, "area", Map.of("heap", bytes));
  }
}
