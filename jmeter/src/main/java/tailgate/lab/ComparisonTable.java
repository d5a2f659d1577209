package tailgate.lab;

import java.util.List;
import java.util.Locale;
import tailgate.lab.report.MarkdownTable;

/** A row for each stage. */
final class ComparisonTable {

  private static final List<String> HEAD =
      List.of("stage", "average", "p50", "p90", "p95", "p99", "max", "throughput", "errors");

  private final MarkdownTable table = new MarkdownTable(1, HEAD);

  ComparisonTable(List<? extends Outcome.Row> rows) {
    rows.forEach(row -> table.add(cells(row)));
  }

  private static List<String> cells(Outcome.Row row) {
    LatencySummary summary = row.summary();
    String mark =
        switch (row) {
          case Outcome.Measured measured -> "";
          case Outcome.CutShort cutShort -> " (cut short)";
        };
    return List.of(
        row.stage() + mark,
        String.format(Locale.ROOT, "%.1f ms", summary.averageMillis()),
        summary.p50Millis() + " ms",
        summary.p90Millis() + " ms",
        summary.p95Millis() + " ms",
        summary.p99Millis() + " ms",
        summary.maxMillis() + " ms",
        String.format(Locale.ROOT, "%.1f/s", summary.perSecond()),
        String.format(Locale.ROOT, "%d (%.2f %%)", summary.failures(), summary.failurePercent()));
  }

  @Override
  public String toString() {
    return table.toString();
  }
}
