package tailgate.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A row for each stage, in Markdown, so that it reads as well in a terminal as in a document. */
final class ComparisonTable {

  private static final List<String> HEAD =
      List.of("stage", "average", "p50", "p90", "p95", "p99", "max", "throughput", "errors");

  private final List<List<String>> lines = new ArrayList<>();

  ComparisonTable(List<? extends Outcome.Row> rows) {
    lines.add(HEAD);
    rows.forEach(row -> lines.add(cells(row)));
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

  /** Columns are as wide as their widest cell; all but the first are aligned to the right. */
  @Override
  public String toString() {
    int[] widths = new int[HEAD.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder table = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      append(table, lines.get(i), widths);
      if (i == 0) {
        appendRule(table, widths);
      }
    }
    return table.toString();
  }

  private static void append(StringBuilder table, List<String> line, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      String alignment = i == 0 ? "-" : "";
      table
          .append("| ")
          .append(String.format(Locale.ROOT, "%" + alignment + widths[i] + "s ", line.get(i)));
    }
    table.append("|\n");
  }

  private static void appendRule(StringBuilder table, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      table.append(i == 0 ? "|:" : "|-").append("-".repeat(widths[i])).append(i == 0 ? "-" : ":");
    }
    table.append("|\n");
  }
}
