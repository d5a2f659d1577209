package tailgate.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown that reads as well in a terminal as in a document. Not thread-safe. */
public final class MarkdownTable {

  private final int names;
  private final List<List<String>> lines = new ArrayList<>();

  /**
   * @param names how many columns, from the left, hold names; the others hold figures and are
   *     aligned to the right
   */
  public MarkdownTable(int names, List<String> head) {
    this.names = names;
    lines.add(List.copyOf(head));
  }

  /** Of rows of which the first is the head. */
  public static MarkdownTable of(int names, List<List<String>> rows) {
    MarkdownTable table = new MarkdownTable(names, rows.get(0));
    rows.stream().skip(1).forEach(table::add);
    return table;
  }

  /** Adds a row of as many cells as the head has. */
  public void add(List<String> row) {
    if (row.size() != lines.get(0).size()) {
      throw new IllegalArgumentException(row.size() + " cells below " + lines.get(0));
    }
    lines.add(List.copyOf(row));
  }

  /** Columns are as wide as their widest cell. */
  @Override
  public String toString() {
    int[] widths = new int[lines.get(0).size()];
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

  private void append(StringBuilder table, List<String> line, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      String alignment = i < names ? "-" : "";
      table
          .append("| ")
          .append(String.format(Locale.ROOT, "%" + alignment + widths[i] + "s ", line.get(i)));
    }
    table.append("|\n");
  }

  private void appendRule(StringBuilder table, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      table
          .append(i < names ? "|:" : "|-")
          .append("-".repeat(widths[i]))
          .append(i < names ? "-" : ":");
    }
    table.append("|\n");
  }
}
