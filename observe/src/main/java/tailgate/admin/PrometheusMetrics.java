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
import tailgate.admin.AdminPage.Answer;

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
    series.figures(stats);
    series.collections(stats.jvm().collectors());
    LatencyHistograms latencies = snapshot.latencies();
    if (latencies != null) {
      histograms(latencies);
    }
  }

  private void histograms(LatencyHistograms latencies) {
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
}
