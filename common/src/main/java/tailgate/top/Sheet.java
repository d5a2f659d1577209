package tailgate.top;

import java.util.ArrayList;
import java.util.List;

/** Puts cells into lines of a given width. Confined to one thread, and used once. */
final class Sheet {

  /** Columns for what a row is called. */
  static final int LABEL = 14;

  private static final int GAP = 3;

  private final int width;
  private final List<Line> lines = new ArrayList<>();

  // Of the line that is being filled.

  private final List<Cell> cells = new ArrayList<>();
  private int column;

  Sheet(int width) {
    this.width = width;
  }

  int width() {
    return width;
  }

  List<Line> lines() {
    return List.copyOf(lines);
  }

  void blank() {
    end();
  }

  /** One line; what does not fit is cut off. */
  void line(Cell... all) {
    for (Cell cell : all) {
      put(cell);
    }
    end();
  }

  /** A line with its name, and as many more as its cells need. */
  void row(String name, Cell... all) {
    row(name, List.of(all));
  }

  /** The same. */
  void row(String name, List<Cell> all) {
    put(Cell.label(padded(name)));
    for (Cell cell : all) {
      if (column > LABEL && column + GAP + cell.width() > width) {
        end();
        indent(LABEL);
      }
      indent(column > LABEL ? GAP : 0);
      put(cell);
    }
    end();
  }

  private void indent(int columns) {
    put(Cell.plain(" ".repeat(columns)));
  }

  private void put(Cell cell) {
    Cell fitting = cell.cut(width - column);
    cells.add(fitting);
    column += fitting.width();
  }

  private void end() {
    lines.add(new Line(cells));
    cells.clear();
    column = 0;
  }

  private static String padded(String name) {
    return name + " ".repeat(Math.max(1, LABEL - name.length()));
  }
}
