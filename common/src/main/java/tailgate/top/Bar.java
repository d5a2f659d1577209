package tailgate.top;

/** A part of a whole as something to look at: {@code [####-------- ]}. */
final class Bar {

  private static final int LEAST = 10;
  private static final int MOST = 50;

  /** Columns for what stands beside a bar. */
  private static final int BESIDE = 36;

  private Bar() {}

  /** One of two parts: the first of them is within the second. */
  static Cell of(long inner, long outer, long whole, Sheet sheet) {
    int size = Math.clamp(sheet.width() - Sheet.LABEL - BESIDE, LEAST, MOST);
    int filled = columns(inner, whole, size);
    int present = Math.max(filled, columns(outer, whole, size));
    return Cell.plain(
        "[" + "#".repeat(filled) + "-".repeat(present - filled) + " ".repeat(size - present) + "]");
  }

  static Cell of(long part, long whole, Sheet sheet) {
    return of(part, part, whole, sheet);
  }

  /** Something is never shown as nothing, and less than all never as all. */
  private static int columns(long part, long whole, int size) {
    if (part <= 0 || whole <= 0) {
      return 0;
    }
    return part >= whole ? size : Math.clamp(Math.round((double) part * size / whole), 1, size - 1);
  }
}
