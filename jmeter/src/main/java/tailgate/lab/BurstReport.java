package tailgate.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tailgate.lab.burst.BurstResult;
import tailgate.lab.burst.BurstTable;
import tailgate.lab.burst.Pace;
import tailgate.lab.load.Json;

/**
 * The burst experiment in words and as data: how it was made, what came of it, how far to trust.
 */
record BurstReport(Environment environment, Pace pace, List<BurstResult> results, Path folder) {

  static final String TEXT = "report.md";
  static final String DATA = "runs.jsonl";

  /** Writes the text, and a line of JSON for each run: all that another report needs. */
  void write() throws IOException {
    Files.writeString(folder.resolve(TEXT), toString());
    Files.write(folder.resolve(DATA), results.stream().map(Json::compact).toList());
    Json.write(folder.resolve("environment.json"), environment);
  }

  @Override
  public String toString() {
    String table =
        results.isEmpty() ? "No run was completed.\n" : new BurstTable(results).toString();
    return head() + "\n" + table + "\n" + limits() + "\nRaw results: " + folder + "\n";
  }

  private String head() {
    return """
    # Burst

        time      %s
        machine   %s
        java      %s
        commit    %s
        command   %s
        load      Hyperfoil, open model, latency from when a request was due; GET %s;
                  %d x (quiet %d ms, spike %d ms, cool-down %d ms) after %d ms of warm-up
    """
        .formatted(
            environment.time(),
            environment.machine(),
            environment.java(),
            environment.commit(),
            environment.command(),
            Burst.RESOURCE,
            pace.cycles(),
            pace.quiet().toMillis(),
            pace.spike().toMillis(),
            pace.coolDown().toMillis(),
            pace.warmUp().plus(pace.settle()).toMillis());
  }

  private static String limits() {
    return """
    - A verdict is held if the adaptive pool's P99 was at least 30 % below the fixed pool's in each
      trial that counts. A run does not count if requests failed, or if the generator fell behind.
    - Spikes are 3.3 times what 8 workers can do where a handler waits. Where it computes they stay
      below what the cores can do: above that every pool queues without end.
    - Server and generator share this machine: what one takes from the other is in the figures.
    """;
  }
}
