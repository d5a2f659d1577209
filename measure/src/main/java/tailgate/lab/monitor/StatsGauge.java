package tailgate.lab.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.ServerTimeline;

/**
 * The statistics that a stage publishes at its admin port: its workers, its queue, and what it
 * refused. All readings use one connection, which the JDK keeps open between them.
 *
 * <p>A stage that does not answer fails no run: its values are NaN then, as are those that it does
 * not have. Confined to one thread.
 */
public final class StatsGauge implements ServerSampler.Gauge {

  private static final int TIMEOUT_MILLIS = 1_000;

  /** The place of each quantity in the answer of {@code /stats}. */
  private static final Map<String, String> PLACES =
      Map.of(
          ServerTimeline.WORKERS, "/pool/workers",
          ServerTimeline.BUSY, "/pool/busy",
          ServerTimeline.MOST_WORKERS, "/pool/max",
          ServerTimeline.QUEUED, "/pool/queued",
          ServerTimeline.QUEUE_CAPACITY, "/pool/capacity",
          ServerTimeline.CONNECTIONS, "/connections/open");

  private final URI stats;
  private final int timeoutMillis;

  StatsGauge(URI stats) {
    this(stats, TIMEOUT_MILLIS);
  }

  /** Creates a gauge; the time limit is for connecting, and for each part of an answer. */
  public StatsGauge(URI stats, int timeoutMillis) {
    this.stats = stats;
    this.timeoutMillis = timeoutMillis;
  }

  @Override
  public Map<String, Double> read() {
    JsonNode answer;
    try {
      answer = ask();
    } catch (IOException e) {
      answer = JsonFiles.tree(Map.of());
    }
    Map<String, Double> values = new LinkedHashMap<>();
    for (Map.Entry<String, String> place : PLACES.entrySet()) {
      values.put(place.getKey(), answer.at(place.getValue()).asDouble(Double.NaN));
    }
    values.put(ServerTimeline.TURNED_AWAY, sum(answer.path("rejections")));
    return values;
  }

  private static double sum(JsonNode counts) {
    if (counts.isMissingNode()) {
      return Double.NaN;
    }
    double sum = 0;
    for (JsonNode count : counts) {
      sum += count.asDouble();
    }
    return sum;
  }

  /**
   * Asks the stage, and returns its whole answer.
   *
   * @throws IOException if it does not answer in time
   */
  public JsonNode ask() throws IOException {
    HttpURLConnection request = (HttpURLConnection) stats.toURL().openConnection();
    request.setConnectTimeout(timeoutMillis);
    request.setReadTimeout(timeoutMillis);
    try (InputStream body = request.getInputStream()) {
      return JsonFiles.parse(
          body.readAllBytes()); // to its end, else the connection would not be kept
    }
  }
}
