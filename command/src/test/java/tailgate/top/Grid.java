package tailgate.top;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A terminal as a VT100 behaves where it matters here: after the last column of a row the cursor
 * stays on that column, and only the next character moves it to the next row.
 */
final class Grid {

  private static final Pattern PIECE =
      Pattern.compile("\u001b\\[(?<arguments>[?0-9;]*)(?<command>[a-zA-Z])|(?<one>[^\u001b])");

  private final char[][] rows;
  private int row;
  private int column;

  /** The row is full, and the cursor is still in it. */
  private boolean pending;

  Grid(int columns, int rows) {
    this.rows = new char[rows][columns];
    for (char[] one : this.rows) {
      Arrays.fill(one, ' ');
    }
  }

  void write(String text) {
    Matcher piece = PIECE.matcher(text);
    while (piece.find()) {
      if (piece.group("one") == null) {
        obey(piece.group("command"));
      } else {
        put(piece.group("one").charAt(0));
      }
    }
  }

  private void obey(String command) {
    switch (command) {
      case "H" -> move(0, 0);
      case "K" -> Arrays.fill(rows[row], column, rows[row].length, ' ');
      case "J" -> {
        Arrays.fill(rows[row], column, rows[row].length, ' ');
        for (int below = row + 1; below < rows.length; below++) {
          Arrays.fill(rows[below], ' ');
        }
      }
      case "h", "l", "m" -> {} // modes and colours
      default -> throw new IllegalArgumentException(command);
    }
  }

  private void put(char one) {
    switch (one) {
      case '\r' -> move(row, 0);
      case '\n' -> feed();
      default -> {
        if (pending) {
          feed();
          move(row, 0);
        }
        rows[row][column] = one;
        pending = column == rows[row].length - 1;
        column += pending ? 0 : 1;
      }
    }
  }

  private void move(int toRow, int toColumn) {
    row = toRow;
    column = toColumn;
    pending = false;
  }

  private void feed() {
    if (row == rows.length - 1) {
      char[] top = rows[0];
      System.arraycopy(rows, 1, rows, 0, rows.length - 1);
      Arrays.fill(top, ' ');
      rows[row] = top;
    } else {
      row++;
    }
  }

  /** What is to be seen, without blanks at the end of a row and without empty rows at the end. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (char[] one : rows) {
      lines.add(new String(one).stripTrailing());
    }
    while (!lines.isEmpty() && lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    return lines;
  }
}
