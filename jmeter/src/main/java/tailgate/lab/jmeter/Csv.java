package tailgate.lab.jmeter;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads records of comma-separated values as RFC 4180 has them: a quoted field may hold separators,
 * line ends and doubled quotes. JMeter quotes a field if necessary, which is frequent with error
 * messages. Confined to one thread.
 */
final class Csv {

  private static final int END = -1;

  /** Some editors begin a file with this mark (Unicode 23.8, byte order mark). */
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Reader in;

  /** The next character, or {@link #END}. Confined to the thread of the reader, as all fields. */
  private int next;

  /** A spreadsheet, or a setting of JMeter, may take a semicolon or a tab. */
  private char separator = ',';

  private int line = 1;

  /** Prepares to read from {@code in}, which should be buffered, and is closed by the caller. */
  Csv(Reader in) throws IOException {
    this.in = in;
    this.next = in.read();
  }

  /**
   * Reads the names of the columns, in the first line. What stands behind the first name separates
   * the fields of the whole file.
   */
  List<String> header() throws IOException {
    if (next == BYTE_ORDER_MARK) {
      take();
    }
    var first = new StringBuilder();
    while (next == '"' || Character.isLetterOrDigit(next)) {
      char c = take();
      if (c != '"') {
        first.append(c);
      }
    }
    if (next == ';' || next == '\t') {
      separator = (char) next;
    }
    List<String> names = new ArrayList<>(record());
    if (!names.isEmpty()) {
      names.set(0, first + names.get(0));
    } else if (!first.isEmpty()) {
      names.add(first.toString());
    }
    return names;
  }

  boolean isAtEnd() {
    return next == END;
  }

  /** Returns the number of the line with which the next record begins, counted from 1. */
  int line() {
    return line;
  }

  /** Reads the fields of the next record; returns none at the end. */
  List<String> record() throws IOException {
    List<String> fields = new ArrayList<>();
    if (next == END) {
      return fields;
    }
    fields.add(field());
    while (next == separator) {
      take();
      fields.add(field());
    }
    endLine();
    return fields;
  }

  private String field() throws IOException {
    StringBuilder field = new StringBuilder();
    if (next == '"') {
      quoted(field);
    }
    while (next != separator && next != '\n' && next != '\r' && next != END) {
      field.append(take());
    }
    return field.toString();
  }

  private void quoted(StringBuilder field) throws IOException {
    take();
    while (next != END) {
      char c = take();
      if (c != '"') {
        field.append(c);
      } else if (next == '"') {
        field.append(take());
      } else {
        return;
      }
    }
  }

  private void endLine() throws IOException {
    if (next == '\r') {
      take();
    }
    if (next == '\n') {
      take();
    }
  }

  private char take() throws IOException {
    char taken = (char) next;
    next = in.read();
    if (taken == '\n' || (taken == '\r' && next != '\n')) {
      line++;
    }
    return taken;
  }
}
