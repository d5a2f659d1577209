package tailgate.lab.selfcheck;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.Measurement;

/**
 * What the lab saw in one situation.
 *
 * @param check null in old results, which had one only: an open load of 1,000 requests a second for
 *     5 s, and a server that was stopped for a second of them
 * @param stoppedMillis how long the server was really stopped; null if it was not, or unknown
 * @param slow requests that took longer than half of that; null if it was not stopped
 * @param second what the second generator measured; null if there was none
 */
public record SelfCheckResult(
    @Nullable Check check,
    Measurement measured,
    @Nullable Double stoppedMillis,
    @Nullable Long slow,
    @Nullable Measurement second) {

  public static SelfCheckResult of(JsonNode line) throws IOException {
    return line.has("measured")
        ? JsonFiles.read(line, SelfCheckResult.class)
        : new SelfCheckResult(null, JsonFiles.read(line, Measurement.class), null, null, null);
  }
}
