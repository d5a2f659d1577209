package tailgate.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tailgate.lab.burst.BurstPage;
import tailgate.lab.burst.BurstResult;
import tailgate.lab.burst.BurstTable;
import tailgate.lab.burst.Pace;
import tailgate.lab.load.Json;
import tailgate.lab.report.Page;

/**
 * The burst experiment in words and as data: how it was made, what came of it, how far to trust.
 */
record BurstReport(Environment environment, Pace pace, List<BurstResult> results, Path folder) {

  static final String TEXT = "report.md";
  static final String PAGE = "report.html";
  static final String DATA = "runs.jsonl.gz";

  private static final List<String> LIMITS =
      List.of(
          "A verdict is held if the adaptive pool's P99 was at least 30 % below the fixed pool's in"
              + " each trial that counts. A run does not count if requests failed, or if the"
              + " generator fell behind.",
          "Latency counts from when a request was due, whatever kept it from being sent.",
          "Spikes are 3.3 times what 8 workers can do where a handler waits. Where it computes they"
              + " stay below what the cores can do: above that every pool queues without end.",
          "Server and generator share this machine: what one takes from the other is in the"
              + " figures.");

  /** Writes text and page, and a line of JSON for each run: all that another report needs. */
  void write() throws IOException {
    Files.writeString(folder.resolve(TEXT), toString());
    Json.writeLines(folder.resolve(DATA), results);
    if (!results.isEmpty()) {
      new BurstPage(new BurstTable(results), pace)
          .page(environment.facts(load()), LIMITS)
          .write(folder.resolve(PAGE));
    }
  }

  @Override
  public String toString() {
    String table =
        results.isEmpty() ? "No run was completed.\n" : new BurstTable(results).toString();
    StringBuilder text = new StringBuilder("# Burst\n\n");
    for (Page.Fact fact : environment.facts(load())) {
      text.append("    %-9s %s%n".formatted(fact.name(), fact.value()));
    }
    text.append('\n').append(table).append('\n');
    LIMITS.forEach(limit -> text.append("- ").append(limit).append('\n'));
    return text.append("\nRaw results and report.html: ").append(folder).append('\n').toString();
  }

  private String load() {
    return "Hyperfoil, open model, GET %s; %d x (quiet %d ms, spike %d ms, cool-down %d ms)"
            .formatted(
                Burst.RESOURCE,
                pace.cycles(),
                pace.quiet().toMillis(),
                pace.spike().toMillis(),
                pace.coolDown().toMillis())
        + " after %d ms of warm-up".formatted(pace.warmUp().plus(pace.settle()).toMillis());
  }
}
