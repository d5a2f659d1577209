package tailgate.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A comparison in words: where and how it was made, its table, and what the table cannot say. */
record Report(Environment environment, Load load, List<Outcome> outcomes, Path folder) {

  @Override
  public String toString() {
    List<Outcome.Row> rows = rows();
    StringBuilder report = new StringBuilder();
    report.append(head()).append('\n');
    if (!rows.isEmpty()) {
      report.append(new ComparisonTable(rows)).append('\n').append(limits(rows)).append('\n');
    }
    outcomes.forEach(outcome -> report.append(remark(outcome)));
    return report.append("Raw results: ").append(folder).append('\n').toString();
  }

  /** One line at the end of a stage's progress. */
  static String inOneLine(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Measured(var stage, var summary) ->
          String.format(
              Locale.ROOT,
              "%,d requests, p50 %d ms, p99 %d ms, %,d errors",
              summary.samples(),
              summary.p50Millis(),
              summary.p99Millis(),
              summary.failures());
      case Outcome.CutShort(var stage, var summary) ->
          String.format(Locale.ROOT, "cut short after %,d requests", summary.samples());
      case Outcome.Failed(var stage, var reason) ->
          "FAILED: " + reason.lines().findFirst().orElse("for no reason");
    };
  }

  private List<Outcome.Row> rows() {
    return outcomes.stream()
        .filter(Outcome.Row.class::isInstance)
        .map(Outcome.Row.class::cast)
        .toList();
  }

  private String head() {
    return """
    time      %s
    machine   %s
    java      %s
    commit    %s
    command   %s
    load      JMeter, %s, one GET %s each, after a warm-up that is not counted
    """
        .formatted(
            environment.time(),
            environment.machine(),
            environment.java(),
            environment.commit(),
            environment.command(),
            load,
            Project.RESOURCE);
  }

  private String limits(List<Outcome.Row> rows) {
    int peak = rows.stream().mapToInt(row -> row.summary().peakUsers()).max().orElse(0);
    return String.format(
        Locale.ROOT,
        """
        Percentiles are exact, over every request, failed ones included. How far to trust them:
        - JMeter's clock counts whole milliseconds: a difference of 1 ms says nothing.
        - %s with one request each: %s, and at most %d users alive at once.
          Throughput is that rate of arrivals while a stage keeps up with it, not what it could do.
        - A closed loop: a user waits for its answer before it would ask again. Time runs from when a
          request was sent, not from when it was due: what delays the generator itself is not seen.
        - Server and load generator shared this machine, one run each: expect noise in p99 and max.
        """,
        load,
        arrivals(),
        peak);
  }

  private String arrivals() {
    return load.rampUp().isZero()
        ? "all of them due at once"
        : String.format(
            Locale.ROOT, "%.1f arrivals/s", load.users() / (double) load.rampUp().toSeconds());
  }

  private String remark(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Measured(var stage, var summary) when summary.samples() != load.users() ->
          String.format(
              Locale.ROOT,
              "%s: %,d requests were recorded, not %,d; see jmeter.log\n\n",
              stage,
              summary.samples(),
              load.users());
      case Outcome.Failed(var stage, var reason) -> stage + ": FAILED: " + reason + "\n\n";
      case Outcome.Measured measured -> "";
      case Outcome.CutShort cutShort -> "";
    };
  }
}
