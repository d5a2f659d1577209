package tailgate.top;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts cells into lines of a given width. Confined to one thread, and used once. */
final class Sheet {

  /** Columns for the name of a row. */
  static final int LABEL = 14;

  private static final int GAP = 3;

  private static final int SHORTEST_BAR = 10;
  private static final int LONGEST_BAR = 50;

  /** Columns for the text beside a bar. */
  private static final int BESIDE_BAR = 36;

  /** What a text is; its colour (ECMA-48, "select graphic rendition"). */
  enum Tone {
    PLAIN(""),
    /** The name of a figure. */
    LABEL("36"),
    /** A figure that is looked for first. */
    STRONG("1"),
    /** A figure that needs attention. */
    ALARM("1;31");

    private final String code;

    Tone(String code) {
      this.code = code;
    }
  }

  /**
   * A piece of a line that stays together.
   *
   * @param text printable ASCII; any other character is replaced by a question mark
   */
  record Cell(String text, Tone tone) {

    Cell {
      var printable = new StringBuilder();
      text.codePoints().forEach(c -> printable.append(c >= ' ' && c <= '~' ? (char) c : '?'));
      text = printable.toString();
    }

    static Cell plain(String text) {
      return new Cell(text, Tone.PLAIN);
    }

    static Cell alarmIf(boolean cause, String text) {
      return new Cell(text, cause ? Tone.ALARM : Tone.PLAIN);
    }

    /** The beginning, not wider than that. */
    Cell cut(int width) {
      return text.length() <= width ? this : new Cell(text.substring(0, width), tone);
    }

    /** Broken at spaces into pieces that are not wider than that, unless a word is. */
    private List<Cell> pieces(int width) {
      List<Cell> pieces = new ArrayList<>();
      String rest = text;
      while (rest.length() > width) {
        int space = rest.lastIndexOf(' ', width);
        int end = space > 0 ? space : width;
        pieces.add(new Cell(rest.substring(0, end), tone));
        rest = rest.substring(end).stripLeading();
      }
      pieces.add(new Cell(rest, tone));
      return pieces;
    }

    private String painted() {
      return tone == Tone.PLAIN ? text : "\u001b[" + tone.code + "m" + text + "\u001b[0m";
    }
  }

  record Line(List<Cell> cells) {

    Line {
      cells = List.copyOf(cells);
    }

    /** Returns the line without colours. */
    String text() {
      return joined(Cell::text);
    }

    /** Returns the line with colours. */
    String painted() {
      return joined(Cell::painted);
    }

    private String joined(Function<Cell, String> form) {
      return cells.stream().map(form).collect(Collectors.joining()).stripTrailing();
    }
  }

  private final int width;
  private final List<Line> lines = new ArrayList<>();

  /** The cells of the line that is being filled. */
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

  /** Adds a line; what does not fit is cut off. No cells make an empty line. */
  void line(Cell... all) {
    Stream.of(all).forEach(this::put);
    lines.add(new Line(cells));
    cells.clear();
    column = 0;
  }

  void row(String name, String... texts) {
    row(name, Stream.of(texts).map(Cell::plain).toList());
  }

  void row(String name, Cell... all) {
    row(name, List.of(all));
  }

  /** A line with its name, and as many more lines as its cells need. */
  void row(String name, List<Cell> all) {
    put(new Cell(name + " ".repeat(Math.max(1, LABEL - name.length())), Tone.LABEL));
    flow(LABEL, all);
  }

  /** Cells beside each other, and in as many more lines as they need, which are indented. */
  void flow(int indent, List<Cell> all) {
    int start = Math.max(indent, column);
    for (Cell cell : all) {
      for (Cell piece : cell.pieces(width - indent)) {
        if (column > start && column + GAP + piece.text.length() > width) {
          line();
          put(Cell.plain(" ".repeat(indent)));
          start = indent;
        } else if (column > start) {
          put(Cell.plain(" ".repeat(GAP)));
        }
        put(piece);
      }
    }
    line();
  }

  private void put(Cell cell) {
    Cell fitting = cell.cut(width - column);
    cells.add(fitting);
    column += fitting.text.length();
  }

  /** Two parts of a whole, {@code [####---- ]}: the inner part is within the outer part. */
  Cell bar(long inner, long outer, long whole) {
    int size = Math.clamp(width - LABEL - BESIDE_BAR, SHORTEST_BAR, LONGEST_BAR);
    int filled = columns(inner, whole, size);
    int present = Math.max(filled, columns(outer, whole, size));
    String empty = " ".repeat(size - present);
    return Cell.plain("[" + "#".repeat(filled) + "-".repeat(present - filled) + empty + "]");
  }

  /** Something is never shown as nothing, and less than all never as all. */
  private static int columns(long part, long whole, int size) {
    if (part <= 0 || whole <= 0) {
      return 0;
    }
    return part >= whole ? size : Math.clamp(Math.round((double) part * size / whole), 1, size - 1);
  }
}
