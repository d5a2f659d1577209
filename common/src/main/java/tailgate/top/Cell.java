package tailgate.top;

/**
 * A piece of a line that stays together.
 *
 * @param text printable ASCII; whatever else it is made of becomes a question mark
 */
record Cell(String text, Tone tone) {

  private static final int FIRST = ' ';
  private static final int LAST = '~';

  Cell {
    if (!text.chars().allMatch(Cell::isPrintable)) {
      var printable = new StringBuilder();
      text.codePoints().forEach(c -> printable.append(isPrintable(c) ? (char) c : '?'));
      text = printable.toString();
    }
  }

  private static boolean isPrintable(int c) {
    return c >= FIRST && c <= LAST;
  }

  static Cell plain(String text) {
    return new Cell(text, Tone.PLAIN);
  }

  static Cell label(String text) {
    return new Cell(text, Tone.LABEL);
  }

  static Cell strong(String text) {
    return new Cell(text, Tone.STRONG);
  }

  /** In a tone of alarm if there is cause for it. */
  static Cell alarmIf(boolean cause, String text) {
    return new Cell(text, cause ? Tone.ALARM : Tone.PLAIN);
  }

  int width() {
    return text.length();
  }

  /** Its beginning, no wider than that. */
  Cell cut(int width) {
    return text.length() <= width ? this : new Cell(text.substring(0, width), tone);
  }
}
