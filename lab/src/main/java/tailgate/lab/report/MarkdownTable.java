package tailgate.lab.report;

import static tailgate.lab.load.Text.format;

import java.util.List;

/**
 * A table in Markdown that reads as well on a terminal as in a document.
 *
 * @param names the number of columns, from the left, that hold names; the others hold figures and
 *     are aligned to the right
 * @param lines the rows, all of the same length, the head first
 */
public record MarkdownTable(int names, List<List<String>> lines) {

  public MarkdownTable {
    lines = lines.stream().map(line -> line.stream().map(MarkdownTable::cell).toList()).toList();
    for (List<String> line : lines) {
      if (line.size() != lines.get(0).size()) {
        throw new IllegalArgumentException(line.size() + " cells below " + lines.get(0));
      }
    }
  }

  /** Escapes what would begin a new cell or row: a bar or a line break. */
  private static String cell(String text) {
    return text.replace("|", "\\|").replaceAll("\\R", " ");
  }

  /** Returns the table; columns are as wide as their widest cell. */
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
      table.append("| ").append(format("%" + alignment + widths[i] + "s ", line.get(i)));
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
