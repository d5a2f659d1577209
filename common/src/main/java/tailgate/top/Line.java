package tailgate.top;

import java.util.List;
import java.util.stream.Collectors;

/** A line of the screen. */
record Line(List<Cell> cells) {

  Line {
    cells = List.copyOf(cells);
  }

  /** As it is where there are no colours. */
  String text() {
    return cells.stream().map(Cell::text).collect(Collectors.joining()).stripTrailing();
  }

  /** As it is where there are. */
  String painted() {
    return cells.stream()
        .map(cell -> cell.tone().paint(cell.text()))
        .collect(Collectors.joining())
        .stripTrailing();
  }
}
