package tailgate.lab.load;

import java.util.List;
import java.util.Locale;

/** Figures as text, the same in every locale. */
public final class Text {

  /** The columns of a page that can be anywhere. */
  public static final int COLUMNS = 80;

  private Text() {}

  /** Formats as {@link String#format} does, with English digits and separators. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
  public static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  /** Appends words in lines for a terminal; all but the first are indented as deep as a bullet. */
  public static void paragraph(StringBuilder text, String bullet, String words) {
    paragraph(text, bullet, words, COLUMNS);
  }

  /** Does the same for a terminal, or a file, of so many columns. */
  public static void paragraph(StringBuilder text, String bullet, String words, int columns) {
    StringBuilder line = new StringBuilder(bullet);
    String indent = " ".repeat(bullet.length());
    for (String word : words.split(" ", -1)) {
      if (line.length() + word.length() > columns && line.length() > bullet.length()) {
        text.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder(indent);
      }
      line.append(word).append(' ');
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  /** Lists items, as {@code A, B and C}; empty for none. */
  public static String list(List<String> items) {
    int last = items.size() - 1;
    return last < 1
        ? String.join("", items)
        : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
  }

  /** Returns microseconds as text in milliseconds. */
  public static String millis(long micros) {
    return millis((double) micros);
  }

  /** Returns microseconds as text in milliseconds, with three digits where there are as many. */
  public static String fineMillis(long micros) {
    String form = micros < 10_000 ? "%.2f" : micros < 100_000 ? "%.1f" : "%,.0f";
    return format(form, micros / 1e3);
  }

  /** Returns microseconds as text in milliseconds, with as many digits as are meaningful. */
  public static String millis(double micros) {
    return format(micros < 100_000 ? "%.1f" : "%.0f", micros / 1e3);
  }

  /** Escapes what XML does not allow in a text or in an attribute, and what it would not keep. */
  public static String xml(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("\r", "&#13;");
  }
}
