package tailgate.top;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The figures of a server at one moment: one answer of {@code /stats}. A figure is named by its
 * JSON pointer (RFC 6901).
 */
record Sample(JsonNode stats) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What every server answers. All else may be absent. */
  private static final String REQUIRED =
      "/timeMillis /uptimeSeconds /state /stage/name /stage/dispatch /stage/workers /bytes/sent"
          + " /connections/open /rejections /refusals /timeouts /pool /jvm/cpus /jvm/collectors";

  /**
   * Reads an answer of this version, or of a newer version that says more.
   *
   * @throws IOException if it is no JSON, or not the figures of a server
   */
  static Sample parse(byte[] utf8) throws IOException {
    var sample = new Sample(JSON.readTree(utf8));
    if (!Stream.of(REQUIRED.split(" ")).allMatch(sample::has)) {
      throw new IOException("not the figures of a server");
    }
    return sample;
  }

  boolean has(String pointer) {
    JsonNode value = stats.at(pointer);
    return !value.isMissingNode() && !value.isNull();
  }

  String text(String pointer) {
    return stats.at(pointer).asText();
  }

  /** A figure that is 0 where it is absent. */
  long count(String pointer) {
    return stats.at(pointer).asLong();
  }

  /** Counts by cause, in the server's order. */
  Map<String, Long> counts(String pointer) {
    Map<String, Long> counts = new LinkedHashMap<>();
    stats.at(pointer).properties().forEach(e -> counts.put(e.getKey(), e.getValue().asLong()));
    return counts;
  }

  /** The sum of a figure over the garbage collectors that stop all threads. */
  long pauses(String figure) {
    return StreamSupport.stream(stats.at("/jvm/collectors").spliterator(), false)
        .filter(collector -> !collector.path("concurrent").asBoolean())
        .mapToLong(collector -> collector.path(figure).asLong())
        .sum();
  }

  /** Seconds since the server was started, by its own clock. */
  double uptime() {
    return stats.at("/uptimeSeconds").asDouble();
  }
}
